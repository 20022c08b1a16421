/* SPDX-License-Identifier: MIT */
/* Lists of arcs in CSV, whose columns have names and whose vertices have too.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/records/arc_list.h"
#include "io/records/csv_fields.h"
#include "io_test.h"
#include "values/names.h"

/* The names of the vertices, with commas between them. */
static void assert_names(const IoTest *t, const char *expected) {
    const StarNames *names = t->table->names;
    char seen[256] = "";
    for (int64_t v = 0; v < star_names_count(names); v++) {
        size_t length;
        StarNameRoom room;
        const char *name = star_names_get(names, v, room, &length);
        snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%s%.*s",
                 v > 0 ? "," : "", (int)length, name);
        assert_int_equal(star_names_find(names, name, length), v);
    }
    assert_string_equal(seen, expected);
}

IO_TEST(test_names) {
    static const struct {
        const char *text, *rows, *names;
    } cases[] = {
        {"from,to\nParis,Lille\nLille,Rome\n", "010 001 000",
         "Paris,Lille,Rome"},
        {"FROM;To;x\r\n10;9;\r\n35;10;y", "000 100 010", "9,10,35"},
        {"source\ttarget\n0\t1\n1\t0\n", "01 10", "0,1"},
        {"u v\n3 1\n1  2\n", "010 000 100", "1,2,3"},
        {"# said\n\nfrom,to\n01,1\n", "01 00", "01,1"},
        {"id,to,from\n7,b,a\n8,\"c, d\",b\n9,\"\"\"x\"\"\",a\n",
         "0010 1001 0000 0000", "b,a,c, d,\"x\""},
        {"from,to\n", "", ""},
        {"from,to\n\"#1\",#2\n", "01 00", "#1,#2"},
        {"\xef\xbb\xbf\"from\",\"to\"\n\xc3\xa9,e\n", "01 00", "\xc3\xa9,e"},
        {"src,dst\n\"a\nb\", c d \n", "01 00", "a\nb,c d"},
        {"start,end\n1,1\n1,1\n", "1", "1"},
        {"from to\na\tb\n", "01 00", "a,b"},
        {"from,to\na\tx,b\n", "01 00", "a\tx,b"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        io_good(t, "a.csv", cases[k].text, cases[k].rows);
        assert_names(t, cases[k].names);
    }
}

/* Which columns are taken without being told is said. */
IO_TEST(test_columns) {
    static const char roads[] =
        "name,from,to,km,toll\nA1,a,b,3,1\n\"A,2\",b,a,5,0\n";
    t->layout = STAR_LAYOUT_WEIGHT;
    io_good(t, "a.csv", roads, "011 101");
    assert_int_equal(t->warning.status, STAR_COLUMNSFOUND);
    assert_non_null(strstr(t->warning.text,
                           "in the columns from and to, their weights in km"));
    t->columns = "from,to,toll";
    io_good(t, "a.csv", roads, "01 00");
    assert_int_equal(t->warning.status, STAR_OK);
    t->columns = "to,from";
    io_good(t, "a.csv", roads, "01 01");
    t->columns = "\"a, \"\"b\"\"\",to,w";
    io_good(t, "a.csv", "w,\"a, \"\"b\"\"\",to\n2,x,y\n", "10");
    t->columns = "2,3,1";
    io_good(t, "a.csv", "2,x,y\n1,y,x\n", "10 01");
    t->columns = NULL;
    io_good(t, "a.csv", "from,to\na,b\n", "01");
    assert_non_null(strstr(t->warning.text, "each weight 1"));
    t->kind = STAR_TABLE_ARCS;
    io_good(t, "a.csv", "10,20,2\n20,30,1\n", "10 01");
    assert_names(t, "10,20,30");
}

/* Who does not want to hear of it is not told. */
IO_TEST(test_no_notes) {
    static const char *const texts[] = {"from,to\nx,X\n", "0 1 5\n"};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        StarTable *table = star_table_new(&t->be, STAR_UNSIZED);
        io_write(t, k == 0 ? "a.csv" : "a.txt", texts[k], strlen(texts[k]));
        assert_int_equal(
            star_table_load(&t->be, table, &(StarTableFile){.path = t->path}),
            STAR_OK);
        assert_int_equal(table->rows, 2);
        star_object_free(&t->be, &table->head);
        io_remove(t, k == 0 ? "a.csv" : "a.txt");
    }
}

/* Columns that no one can tell are listed, as many as a message has room for.
 */
IO_TEST(test_many_columns) {
    char text[1024] = "", *p = text;
    for (int k = 0; k < 20; k++)
        p += sprintf(p, "%sa_column_of_many_letters_%c", k > 0 ? "," : "",
                     'a' + k);
    strcpy(p, "\n");
    io_bad(t, "a.csv", text,
           "1:1: which columns have the arcs? There are "
           "a_column_of_many_letters, a_column_of_many_letters, "
           "a_column_of_many_letters, a_column_of_many_letters, "
           "a_column_of_many_letters, ...");
    io_bad(t, "a.csv", "from,via\na,b\n",
           "1:1: which columns have the arcs? There are from, via");
    t->kind = STAR_TABLE_ARCS;
    io_good(t, "a.csv", "1,2\n", "01 00");
    io_bad(t, "a.csv", "1,2,3,4\n",
           "1:1: which columns have the arcs? There are 1, 2, 3, 4");
}

/* Comments above an arc that are none themselves. */
IO_TEST(test_comments) {
    static const char *const comments[] = {
        "# 9,b,3", "#from,to,km", "#a,b,km", "#a,b", "#", "#9,,3", "#a,3,3,3",
    };
    t->layout = STAR_LAYOUT_WEIGHT;
    t->columns = "1,2,3";
    for (size_t k = 0; k < sizeof comments / sizeof *comments; k++) {
        char text[80];
        sprintf(text, "%s\nb,c,2\nc,d,1\n", comments[k]);
        io_good(t, "a.csv", text, "10 01");
    }
    t->columns = "1,2";
    io_good(t, "a.csv", "#FromNode\tToNode\n1\t2\n2\t3\n", "01 01");
    t->columns = "1,2,3";
    io_good(t, "a.csv", "\"#9\",b,2\nb,c,1\n", "10 01");
    t->columns = NULL;
    t->kind = STAR_TABLE_ARCS;
    io_bad(t, "a.csv", "#1,2\n2,3\n",
           "1:1: a comment, or a vertex whose name begins with #?");
}

/* Weights with decimals are numbers of the last one, in each format. */
IO_TEST(test_decimals) {
    static const struct {
        int64_t value;
        int decimals;
        const char *text;
    } texts[] = {
        {0, 0, "0"},           {465, 0, "465"},
        {465, 1, "46.5"},      {465, 3, "0.465"},
        {5, 9, "0.000000005"}, {460, 1, "46"},
        {4600, 3, "4.6"},      {-465, 2, "-4.65"},
        {0, 9, "0"},           {INT64_MIN, 9, "-9223372036.854775808"},
    };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        char text[STAR_DECIMAL_TEXT];
        star_decimal_text(texts[k].value, texts[k].decimals, text);
        assert_string_equal(text, texts[k].text);
    }
    t->layout = STAR_LAYOUT_WEIGHT;
    t->decimals = 1;
    static const char *const good[] = {".5", "0.50", "5e-1", "+.5"};
    for (size_t k = 0; k < sizeof good / sizeof *good; k++) {
        char text[80];
        sprintf(text, "from,to,w\na,b,%s\nb,a,1\n", good[k]);
        io_good(t, "a.csv", text, "0101 1010");
        sprintf(text, "from,to,w\na,b,\"%s\"\nb,a,1.0\n", good[k]);
        io_good(t, "a.csv", text, "0101 1010");
        sprintf(text, "0 1 %s\n1 0 1\n", good[k]);
        io_good(t, "a.edges", text, "0101 1010");
        sprintf(text, "p sp 2 2\na 1 2 %s\na 2 1 1\n", good[k]);
        io_good(t, "a.gr", text, "0101 1010");
        sprintf(text,
                "%%%%MatrixMarket matrix coordinate real general\n2 2 2\n"
                "1 2 %s\n2 1 1\n",
                good[k]);
        io_good(t, "a.mtx", text, "0101 1010");
    }
    io_bad(t, "a.csv", "from,to,w\na,b,.55\n",
           "2:5: expected a weight in 0..99999999999999999.9, of at most 1 "
           "decimal, found '.55'");
    io_bad(t, "a.csv", "from,to,w\na,b,-1\n",
           "2:5: expected a weight in 0..99999999999999999.9, of at most 1 "
           "decimal, found '-1'");
    t->decimals = 3;
    io_bad(t, "a.edges", "0 1 1e15\n",
           "1:5: expected a weight in 0..999999999999999.999, of at most 3 "
           "decimals, found '1e15'");
    io_bad(t, "a.csv", "from,to,w\na,b,1e999999999\n",
           "2:5: expected a weight in 0..999999999999999.999, of at most 3 "
           "decimals, found '1e999999999'");
    t->layout = STAR_LAYOUT_WEIGHTS;
    t->bits = 4;
    io_bad(t, "a.csv", "from,to,w\na,b,.015\n",
           "2:5: expected a weight in 0..0.014, of at most 3 decimals, found "
           "'.015'");
}

IO_TEST(test_bad) {
    static const struct {
        const char *columns, *text, *message;
    } cases[] = {
        {NULL, "a,b\nx,y\n",
         "1:1: which columns have the arcs? There are a, b"},
        {NULL, "from,to,from\nx,y,z\n",
         "1:1: which columns have the arcs? There are from, to, from"},
        {NULL, "from,to,u,v\n",
         "1:1: which columns have the arcs? There are from, to, u, v"},
        {NULL, "from,to,miles\n",
         "1:1: which column has the weights? There are from, to, miles"},
        {NULL, "from,to,km,cost\n",
         "1:1: which column has the weights? There are from, to, km, cost"},
        {"frm,to", "from,to\n",
         "1:1: no column is named 'frm': there are from, to"},
        {"from,to", "from,to,from\n",
         "1:1: more than one column is named 'from'"},
        {"1,3", "a,b\n",
         "1:1: there is no column 3: the first line has 2 fields"},
        {"1,2", "from,to\na,b\n",
         "1:1: this line has names of columns, not an arc: from, to"},
        {"1,2,3", "a,b,c\na,b,1\n",
         "1:1: this line has names of columns, not an arc: a, b, c"},
        {"1,2", "a,b\n1,2\n3,4\n",
         "1:1: this line has names of columns, not an arc: the others have "
         "numbers"},
        {"1,2,3", "#9,b,3\nb,c,4\nc,d,1\n",
         "1:1: a comment, or a vertex whose name begins with #?"},
        {"1,3,2", "# said\n%b 5 c \n\nb  4 c\n",
         "2:1: a comment, or a vertex whose name begins with %?"},
        {"1,2", "#9;b\r\nb;c\n",
         "1:1: a comment, or a vertex whose name begins with #?"},
        {NULL, "from,to,km\na,b\n", "2:4: expected 3 fields, found 2"},
        {NULL, "from,to,km\na,b,1,2\n", "2:7: expected 3 fields, found 4"},
        {NULL, "from,to,km\na,,1\n", "2:3: expected a vertex, found nothing"},
        {NULL, "from,to,km\na,b,\n",
         "2:5: expected a whole weight in 0..999999999999999999, found "
         "nothing"},
        {NULL, "from,to,km\na,b,1\n\na,b,.5\n",
         "4:5: expected a whole weight in 0..999999999999999999, found '.5'"},
        {NULL, "from,to,km\na,\"b\n\nc\",-1\n",
         "4:4: expected a whole weight in 0..999999999999999999, found '-1'"},
        {NULL, "from,to,km\na,\"b\n",
         "2:3: expected a quotation mark at the end of this field, found the "
         "end of the file"},
        {NULL, "from,to,km\na,\"b\"c,1\n",
         "2:6: expected a separator or the end of the line, found 'c,1'"},
    };
    t->layout = STAR_LAYOUT_WEIGHTS;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        t->columns = cases[k].columns;
        io_bad(t, "a.csv", cases[k].text, cases[k].message);
    }
    t->layout = STAR_LAYOUT_ADJACENCY;
    t->columns = "1,2";
    io_good(t, "a.csv", "a,b\n", "01 00");
    io_good(t, "a.csv", "#\tsaid\na,b\n", "01 00");
    io_good(t, "a.csv", "#,b\na,b\n", "01 00");
    io_good(t, "a.csv", "#1 , 2,3\na,b\n", "01 00");
    io_good(t, "a.csv", "a,1\nb,2\n", "0100 0000 0001 0000");
    io_bad(t, "a.csv", "a,\"b\"\r",
           "1:6: expected a separator or the end of the line, found '\\x0d'");
    io_bad(t, "a.csv", "a,\"b\"\rc",
           "1:6: expected a separator or the end of the line, found '\\x0dc'");
    t->columns = NULL;
    t->layout = STAR_LAYOUT_NAMES;
    io_bad(t, "a.csv", "from,to\na,b\n",
           " the layout names is for numbers, not for texts");
    io_good(t, "a.csv", "from,to\n9,8\n", "1000 1001");
}

/* Weights of more than 32 bits, first or behind others; of each layout. */
IO_TEST(test_wide) {
    static const char text[] =
        "from,to,w\na,b,5\nb,a,4294967296\na,a,4294967295\n";
    t->layout = STAR_LAYOUT_WEIGHT;
    io_good(t, "a.csv", text,
            "000000000000000000000000000000101 "
            "100000000000000000000000000000000 "
            "011111111111111111111111111111111");
    t->layout = STAR_LAYOUT_WEIGHTS;
    io_good(t, "a.csv", text,
            "011111111111111111111111111111111"
            "100000000000000000000000000000000 "
            "000000000000000000000000000000101"
            "111111111111111111111111111111111");
    t->layout = STAR_LAYOUT_LEFT;
    io_good(t, "a.csv", text, "01 10 01");
    t->layout = STAR_LAYOUT_RIGHT;
    io_good(t, "a.csv", text, "10 01 01");
    t->layout = STAR_LAYOUT_CODE;
    io_good(t, "a.csv", text, "01 10");
}

/* A block of arcs and some: the numbers of vertices from 1, and weights. */
IO_TEST(test_blocks) {
    enum { ARCS = STAR_ARC_BLOCK + 3 };
    char *text = malloc(ARCS * 32), *p = text;
    assert_non_null(text);
    p += sprintf(p, "from,to,w\n");
    for (int k = 0; k < ARCS; k++)
        p += sprintf(p, "%d,1,%" PRId64 "\n", k % 7 + 1,
                     k == ARCS - 2   ? INT64_C(1) << 40
                     : k == ARCS - 1 ? INT64_C(1) << 36
                                     : k % 3);
    t->layout = STAR_LAYOUT_WEIGHT;
    assert_int_equal(io_load(t, "a.csv", text, (size_t)(p - text)), STAR_OK);
    assert_int_equal(t->table->rows, ARCS);
    assert_int_equal(t->table->cols, 41);
    const StarImage *image = &t->table->image[STAR_COLUMNS];
    for (int k = 0; k < ARCS; k++) {
        const int64_t lowest = 40 * image->stride + k / 64;
        const bool odd = image->word[lowest] >> k % 64 & 1;
        assert_int_equal(odd, k < ARCS - 2 && k % 3 == 1);
    }
    free(text);
}

/* A vertex has 1,023 bytes at most; other fields, and comments, any number. */
IO_TEST(test_long) {
    static char text[200000];
    for (int length = 1022; length <= 1024; length++)
        for (int quoted = 0; quoted < 2; quoted++) {
            char *p = text + sprintf(text, "from,to\na,%s", quoted ? "\"" : "");
            memset(p, 'x', (size_t)length);
            strcpy(p + length, quoted ? "\"\n" : "\n");
            assert_int_equal(io_load(t, "a.csv", text, strlen(text)),
                             length < 1024 ? STAR_OK : STAR_FORMAT);
            if (length == 1024)
                assert_non_null(strstr(
                    t->error.text, "a value has more than 1023 characters"));
        }
    for (int quoted = 0; quoted < 2; quoted++) {
        char *p = text + sprintf(text, "x,from,to\n%s", quoted ? "\"" : "");
        memset(p, 'x', 150000);
        strcpy(p + 150000, quoted ? "\",a,b\n" : ",a,b\n");
        io_good(t, "a.csv", text, "01 00");
    }
    strcpy(text + sprintf(text, "# %0150000d\n", 0), "from,to\na,b\n");
    io_good(t, "a.csv", text, "01 00");
    char *p = text + sprintf(text, "from,to\n");
    for (int k = 0; k < 150; k++)
        p += sprintf(p, "%01000d,b\n", k);
    assert_int_equal(io_load(t, "a.csv", text, strlen(text)), STAR_OK);
    assert_int_equal(t->table->rows, 151);
}

/* The names of a run: the same ones come once, in any order. */
IO_TEST(test_kept) {
    io_good(t, "a.csv", "from,to\na,b\nb,c\n", "010 001 000");
    const StarNames *first = t->table->names;
    io_good(t, "a.csv", "from,to\nc,a\na,b\n", "010 000 100");
    assert_ptr_equal(t->table->names, first);
    io_good(t, "a.csv", "from,to\nc,a\n", "01 00");
    assert_ptr_not_equal(t->table->names, first);
    assert_names(t, "c,a");
    io_good(t, "a.csv", "from,to\n1,2\n", "01 00");
    assert_names(t, "1,2");
    const StarNames *two = t->table->names;
    assert_false(star_names_agree(two, first));
    io_good(t, "a.gr", "p sp 3 1\na 3 1 1\n", "000 000 100");
    assert_names(t, "1,2,3");
    assert_true(star_names_agree(two, t->table->names));
    io_good(t, "a.edges", "0 1\n", "01 00");
    assert_names(t, "0,1");
    assert_false(star_names_agree(two, t->table->names));
    io_good(t, "a.csv", "from,to\n1,0\n", "00 10");
    assert_names(t, "0,1");
    io_good(t, "a.csv", "from,to\n1,3\n", "01 00");
    assert_names(t, "1,3");
    assert_false(star_names_agree(two, t->table->names));
    io_good(t, "a.txt", "01\n00\n", "01 00");
    assert_null(t->table->names);
    assert_true(star_names_agree(two, NULL));
}

/* Many names, also numbers in no order, against what is written. */
IO_TEST(test_many) {
    enum { COUNT = 5000 };
    for (int texts = 0; texts < 2; texts++) {
        static char text[COUNT * 24];
        char *p = text + sprintf(text, "from,to\n");
        for (int k = 0; k < COUNT; k++)
            p += sprintf(p, "%s%d,%s%d\n", texts ? "v" : "",
                         (COUNT - k) * 3 % COUNT, texts ? "v" : "",
                         (COUNT - k) * 7 % COUNT + 1);
        assert_int_equal(io_load(t, "a.csv", text, strlen(text)), STAR_OK);
        const StarNames *names = t->table->names;
        assert_int_equal(star_names_count(names), t->table->rows);
        for (int k = 0; k < COUNT; k++) {
            char from[16], to[16];
            const int a = sprintf(from, "%s%d", texts ? "v" : "",
                                  (COUNT - k) * 3 % COUNT);
            const int b = sprintf(to, "%s%d", texts ? "v" : "",
                                  (COUNT - k) * 7 % COUNT + 1);
            const int64_t i = star_names_find(names, from, (size_t)a);
            const int64_t j = star_names_find(names, to, (size_t)b);
            assert_true(i >= 0 && j >= 0);
            assert_int_equal(io_get(t->table, i + 1, j + 1), 1);
        }
        for (int64_t v = 1; v < star_names_count(names) && !texts; v++)
            assert_true(star_names_number(names, v) >
                        star_names_number(names, v - 1));
    }
}

/* The cases of csv-spectrum, max ogden, BSD: what a record has. */
IO_TEST(test_spectrum) {
    static const struct {
        const char *text, *fields;
    } cases[] = {
        {"first,last,address,city,zip\nJohn,Doe,120 any st.,\"Anytown, WW\","
         "08123\n",
         "first|last|address|city|zip/John|Doe|120 any st.|Anytown, WW|08123/"},
        {"a,b,c\n1,\"\",\"\"\n2,3,4\n", "a|b|c/1||/2|3|4/"},
        {"a,b,c\r\n1,\"\",\"\"\r\n2,3,4\r\n", "a|b|c/1||/2|3|4/"},
        {"a,b\n1,\"ha \"\"ha\"\" ha\"\n3,4\n", "a|b/1|ha \"ha\" ha/3|4/"},
        {"key,val\n1,\"{\"\"type\"\": \"\"Point\"\", \"\"coordinates\"\": "
         "[102.0,"
         " 0.5]}\"\n",
         "key|val/1|{\"type\": \"Point\", \"coordinates\": [102.0, 0.5]}/"},
        {"Contact Phone Number,Location Coordinates,Cities\n2095257564,"
         "37\xef\xbf\xbd=36'37.8\"N 121\xef\xbf\xbd=2'17.9\"W,Modesto",
         "Contact Phone Number|Location Coordinates|Cities/2095257564|"
         "37\xef\xbf\xbd=36'37.8\"N 121\xef\xbf\xbd=2'17.9\"W|Modesto/"},
        {"a,b,c\n1,2,3\n\"Once upon \na time\",5,6\n7,8,9\n",
         "a|b|c/1|2|3/Once upon \na time|5|6/7|8|9/"},
        {"a,b,c\r\n1,2,3\r\n\"Once upon \r\na time\",5,6\r\n7,8,9\r\n",
         "a|b|c/1|2|3/Once upon \r\na time|5|6/7|8|9/"},
        {"a,b\n1,\"ha \n\"\"ha\"\" \nha\"\n3,4\n",
         "a|b/1|ha \n\"ha\" \nha/3|4/"},
        {"a,b,c\n1,2,3\n", "a|b|c/1|2|3/"},
        {"a,b,c\r\n1,2,3\r\n", "a|b|c/1|2|3/"},
        {"a,b,c\n1,2,3\n4,5,\xca\xa4\n", "a|b|c/1|2|3/4|5|\xca\xa4/"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        char seen[400] = "";
        StarReader r;
        StarCsv csv;
        io_write(t, "a.csv", cases[k].text, strlen(cases[k].text));
        assert_int_equal(star_reader_open(&r, &t->mem, t->path, NULL), STAR_OK);
        assert_true(star_csv_open(&csv, &r));
        while (star_reader_content(&r, "")) {
            StarCsvRecord record;
            assert_int_equal(star_csv_record(&csv, &record), STAR_OK);
            for (size_t i = 0; i < record.count; i++)
                sprintf(seen + strlen(seen), "%s%s", i > 0 ? "|" : "",
                        (const char *)record.field[i].text);
            strcat(seen, "/");
            star_csv_record_free(&record);
        }
        assert_int_equal(star_reader_close(&r, STAR_OK), STAR_OK);
        io_remove(t, "a.csv");
        assert_string_equal(seen, cases[k].fields);
    }
}

IO_TEST(test_without_memory) {
    io_load_without_memory(t, "a.csv", "from,to\na,b\nb,c\n");
    io_load_without_memory(t, "a.csv", "from,to\n9,5\n7,6\n");
    t->columns = "1,2";
    io_load_without_memory(t, "a.csv", "#1,2,3\n9,5\n7,6\n");
    t->columns = NULL;
    t->layout = STAR_LAYOUT_WEIGHTS;
    io_load_without_memory(t, "a.csv", "from,to,w\n9,5,1\n7,6,2\n");
    io_load_without_memory(t, "a.csv", "from,to,w\n9,5,1\n7,6,9999999999\n");
    static char many[16 * 1100];
    char *p = many + sprintf(many, "from,to,w\n");
    for (int k = 0; k < 1100; k++)
        p += sprintf(p, "1,%d,%d\n", k % 2, k % 3);
    io_load_without_memory(t, "a.csv", many);
}

TEST_MAIN
