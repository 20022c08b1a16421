/* For O_PATH. */
#define _GNU_SOURCE
#include "io/disk.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* From so many bytes on there is a second process: it costs some 0.3 ms. */
enum { LARGE = 1 << 22 };

/* Waits until a file is on the disk, whatever signals come; errno, or 0. */
static int sync_file(int fd) {
    int done;
    do
        done = fsync(fd);
    while (done != 0 && errno == EINTR);
    return done != 0 ? errno : 0;
}

/* The second process: it answers when the file is on the disk, and goes on
 * when we have closed our files or are gone. The standard streams are ours
 * alone: who reads our output to its end does not wait for the disk. */
static void wait_instead(const StarDisk *d, int talk, bool given_up) {
    char none;
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fd != d->file && fd != talk)
            close(fd);
    close(d->talk);
    const int fault = given_up ? 0 : sync_file(d->file);
    send(talk, &fault, sizeof fault, MSG_NOSIGNAL);
    while (recv(talk, &none, 1, 0) < 0 && errno == EINTR)
        ;
    sync_file(d->folder);
    close(d->old);
    close(d->file);
    _exit(0);
}

static void start(StarDisk *d, bool given_up) {
    int end[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, end) != 0)
        return;
    d->talk = end[0];
    d->second = fork();
    if (d->second == 0)
        wait_instead(d, end[1], given_up);
    close(end[1]);
    if (d->second < 0)
        close(end[0]);
}

/* Waits until the second process answers or ends; false if the run shall end
 * before. */
static bool answers(const StarDisk *d) {
    struct pollfd wait = {.fd = d->talk, .events = POLLIN};
    while (poll(&wait, 1, 10) <= 0)
        if (star_stopped(d->mem) != STAR_OK)
            return false;
    return true;
}

static int open_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    char folder[PATH_MAX] = ".";
    if (slash != NULL)
        snprintf(folder, sizeof folder, "%.*s", (int)(slash + 1 - path), path);
    return open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

int star_disk_begin(StarDisk *d, const StarMem *mem, int file,
                    const char *target, bool given_up) {
    int fault;
    *d = (StarDisk){.mem = mem,
                    .file = file,
                    .old = open(target, O_PATH | O_NOFOLLOW | O_CLOEXEC),
                    .folder = open_folder(target),
                    .second = -1};
    if (mem->forks && lseek(file, 0, SEEK_CUR) >= LARGE)
        start(d, given_up);
    if (given_up)
        return 0;
    if (d->second < 0)
        return sync_file(file);
    ssize_t got;
    do {
        if (!answers(d))
            return EINTR;
        got = recv(d->talk, &fault, sizeof fault, 0);
    } while (got < 0 && errno == EINTR);
    return got == sizeof fault ? fault : EIO;
}

int star_disk_end(StarDisk *d) {
    const int fault = close(d->file) != 0 ? errno : 0;
    if (d->second < 0)
        sync_file(d->folder);
    close(d->folder);
    close(d->old);
    if (d->second < 0)
        return fault;
    shutdown(d->talk, SHUT_WR);
    if (star_stopped(d->mem) == STAR_OK && answers(d))
        while (waitpid(d->second, NULL, 0) < 0 && errno == EINTR)
            ;
    close(d->talk);
    return fault;
}
