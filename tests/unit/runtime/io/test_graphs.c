/* SPDX-License-Identifier: MIT */
/* Public graphs, compared with a count that shares no code with the
 * reader. */
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "io_test.h"

/* Files that break the rules; every other file is read. */
static const struct {
    const char *name, *message;
} malformed[] = {
    {"full_noheader", "1:1: expected %%MatrixMarket, found '3'"},
    {"west0067_noheader", "1:1: expected %%MatrixMarket, found '67'"},
    {"mangled1", "1:16: expected matrix, found 'mangled'"},
    {"mangled2", "1:23: expected coordinate or array, found 'mangled'"},
    {"mangled3", "1:34: expected real, integer, complex or pattern, found "
                 "'mangled'"},
    {"mangled4", "1:39: expected general, symmetric or skew-symmetric, "
                 "found 'mangled'"},
    {"mangled5", "1:42: expected general or symmetric, found 'hermitian'"},
    {"mangled6", "1:39: expected general, symmetric or skew-symmetric, "
                 "found 'hermitian'"},
    {"mangled7", "5:4: expected a number, found the end of the line"},
    {"mangled8", "4:2: expected a number of columns in 0..2147483647, found "
                 "the end of the line"},
    {"mangled9", "4:1: expected a square matrix, found 3 x 4"},
    {"mangled10", "7:1: expected entry 3 of 3, found the end of the file"},
    {"mangled11", "5:3: expected a column in 1..4, found 'zero'"},
    {"mangled12", "5:4: expected a number, found the end of the line"},
    {"mangled13", "7:3: expected a column in 1..4, found '9999'"},
    {"mangled14", "8:1: expected every entry once, found (2, 2) again"},
    {"mangled15", "5:6: expected the end of the line, found '.959'"},
    {"mangled16", "5:6: expected the end of the line, found '.959'"},
    {"mangled_format",
     "1:29: expected real, integer or complex, found 'pattern'"},
};

enum { MALFORMED = sizeof malformed / sizeof *malformed };

static const char *message_of(const char *file) {
    for (int k = 0; k < MALFORMED; k++)
        if (strncmp(file, malformed[k].name, strlen(malformed[k].name)) == 0 &&
            strcmp(file + strlen(malformed[k].name), ".mtx") == 0)
            return malformed[k].message;
    return NULL;
}

/* The ones of a table: those that `line` adds, each of which must be
 * there. */
static int64_t count_line(const StarTable *table, const char *line,
                          bool mirrored) {
    long long i, j;
    assert_int_equal(sscanf(line, "%lld %lld", &i, &j), 2);
    assert_int_equal(io_get(table, i, j), 1);
    if (!mirrored || i == j)
        return 1;
    assert_int_equal(io_get(table, j, i), 1);
    return 2;
}

static int64_t count_file(const StarTable *table, const char *path) {
    FILE *file = fopen(path, "r");
    char line[1100], banner[1100];
    int64_t count = 0;
    bool sized = false;
    assert_non_null(file);
    assert_non_null(fgets(banner, sizeof banner, file));
    while (fgets(line, sizeof line, file) != NULL) {
        if (line[0] == '%' || line[0] == '\n')
            continue;
        if (!sized) {
            long long rows, cols;
            assert_int_equal(sscanf(line, "%lld %lld", &rows, &cols), 2);
            assert_int_equal(table->rows, rows);
            assert_int_equal(table->cols, cols);
            sized = true;
        } else if (strstr(banner, "array") == NULL) {
            count += count_line(table, line, strstr(banner, "general") == NULL);
        }
    }
    fclose(file);
    /* All numbers of the arrays are other than 0. */
    return strstr(banner, "array") ? table->rows * table->cols : count;
}

static int64_t count_table(const StarTable *table) {
    int64_t count = 0;
    for (int64_t i = 1; i <= table->rows; i++)
        for (int64_t j = 1; j <= table->cols; j++)
            count += io_get(table, i, j);
    return count;
}

static void check_graph(IoTest *t, const char *folder, const char *name) {
    char path[1100];
    const char *message = message_of(name);
    snprintf(path, sizeof path, "%s/%s", folder, name);
    StarTable *table = star_table_new(&t->be, STAR_UNSIZED);
    assert_non_null(table);
    StarStatus status =
        star_table_load(&t->be, table, &(StarTableFile){.path = path});
    if (message != NULL) {
        assert_int_equal(status, STAR_FORMAT);
        assert_string_equal(t->error.text + strlen(path) + 1, message);
    } else {
        if (status != STAR_OK)
            fail_msg("%s", t->error.text);
        assert_int_equal(count_table(table), count_file(table, path));
    }
    if (strcmp(name, "karate.mtx") == 0) {
        assert_int_equal(table->rows, 34);
        assert_int_equal(count_table(table), 156);
    }
    star_object_free(&t->be, &table->head);
}

IO_TEST(test_graphs) {
    static const char folder[] = STAR_GRAPHS "/lagraph/data";
    DIR *files = opendir(folder);
    int refused = 0, mangled = 0;
    if (files == NULL)
        skip();
    for (struct dirent *file; (file = readdir(files)) != NULL;) {
        const char *dot = strrchr(file->d_name, '.');
        if (dot == NULL || strcmp(dot, ".mtx") != 0)
            continue;
        check_graph(t, folder, file->d_name);
        refused += message_of(file->d_name) != NULL;
        mangled += strncmp(file->d_name, "mangled", 7) == 0;
    }
    closedir(files);
    assert_int_equal(refused, MALFORMED);
    assert_int_equal(mangled, 25);
}

/* Lists of arcs: how many arcs and vertices, or what is wrong. */
static const struct {
    const char *name;
    int64_t arcs, vertices;
    const char *message;
} lists[] = {
    {"snap/email-Eu-core.txt", 25571, 1005, NULL},
    {"snap/p2p-Gnutella04.txt", 39994, 10879, NULL},
    {"snap/p2p-Gnutella05.txt", 31839, 8846, NULL},
    {"snap/p2p-Gnutella08.txt", 20777, 6301, NULL},
    {"snap/p2p-Gnutella09.txt", 26013, 8114, NULL},
    {"dimacs/rome99.gr", 4444, 3353, NULL},
    {"snap/ca-GrQc.txt", 0, 0,
     "1:1: expected a vertex in 0..2147483646, found "
     "'https://snap.stanford.ed...'"},
    {"snap/p2p-Gnutella30.txt", 0, 0,
     "1:6: expected a vertex in 0..2147483646, found the end of the line"},
    {"dimacs/USA-road-d.NY.head92.gr", 0, 0,
     "100:1: expected arc 93 of 733846, 'a FROM TO WEIGHT', found the end of "
     "the file"},
};

/* Arc by arc: each is in the list, and all of the matrix are in it. */
static void check_list(IoTest *t, const char *path, const char *arc_format,
                       int first) {
    FILE *file = fopen(path, "r");
    char line[1100];
    long long i, j;
    int64_t ones = 0;
    assert_non_null(file);
    StarTable *seen = star_table_new(&t->be, STAR_UNSIZED);
    assert_non_null(seen);
    assert_int_equal(
        star_table_size(&t->be, seen, t->table->rows, t->table->rows), STAR_OK);
    StarImage *image = &seen->image[STAR_COLUMNS];
    while (fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, arc_format, &i, &j) != 2)
            continue;
        i += 1 - first;
        j += 1 - first;
        assert_int_equal(io_get(t->table, i, j), 1);
        ones += !io_get(seen, i, j);
        const uint64_t bit = UINT64_C(1) << (i - 1) % 64;
        image->word[(j - 1) * image->stride + (i - 1) / 64] |= bit;
    }
    fclose(file);
    assert_int_equal(count_table(t->table), ones);
    star_object_free(&t->be, &seen->head);
}

IO_TEST(test_lists) {
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        const bool gr = strstr(lists[k].name, ".gr") != NULL;
        snprintf(t->path, sizeof t->path, "%s/%s", STAR_GRAPHS, lists[k].name);
        FILE *file = fopen(t->path, "r");
        if (file == NULL)
            skip();
        fclose(file);
        t->layout = STAR_LAYOUT_LEFT;
        StarStatus status = io_load_again(t);
        if (lists[k].message != NULL) {
            assert_int_equal(status, STAR_FORMAT);
            assert_string_equal(t->error.text + strlen(t->path) + 1,
                                lists[k].message);
            continue;
        }
        assert_int_equal(status, STAR_OK);
        assert_int_equal(t->table->rows, lists[k].arcs);
        t->layout = STAR_LAYOUT_ADJACENCY;
        assert_int_equal(io_load_again(t), STAR_OK);
        assert_int_equal(t->table->rows, lists[k].vertices);
        check_list(t, t->path, gr ? "a %lld %lld" : "%lld %lld", gr);
    }
}

TEST_MAIN
