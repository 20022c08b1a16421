/* SPDX-License-Identifier: MIT */
/* A plugin of qemu-user: at its end a program says on standard error, in a line
 * of its own, how many instructions it ran. For programs of one thread. What it
 * takes of qemu's interface is declared here: Debian has no header of it. */
#include <stdint.h>
#include <stdio.h>

typedef struct qemu_plugin_tb Block;
enum { INLINE_ADD = 0 };

void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id,
                                           void (*seen)(uint64_t, Block *));
void qemu_plugin_register_vcpu_tb_exec_inline(Block *block, int operation,
                                              void *sum, uint64_t add);
void qemu_plugin_register_atexit_cb(uint64_t id, void (*end)(uint64_t, void *),
                                    void *data);
size_t qemu_plugin_tb_n_insns(const Block *block);

/* What qemu looks for. */
int qemu_plugin_version = 1;
int qemu_plugin_install(uint64_t id, const void *info, int argc, char **argv);

static uint64_t instructions;

static void seen(uint64_t id, Block *block) {
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_inline(block, INLINE_ADD, &instructions,
                                             qemu_plugin_tb_n_insns(block));
}

static void end(uint64_t id, void *data) {
    (void)id, (void)data;
    fprintf(stderr, "%llu\n", (unsigned long long)instructions);
}

int qemu_plugin_install(uint64_t id, const void *info, int argc, char **argv) {
    (void)info, (void)argc, (void)argv;
    qemu_plugin_register_vcpu_tb_trans_cb(id, seen);
    qemu_plugin_register_atexit_cb(id, end, NULL);
    return 0;
}
