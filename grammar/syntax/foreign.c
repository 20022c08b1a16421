#include "syntax/foreign.h"

#include <string.h>

#include "syntax/lexer.h"

static const ForeignSign signs[] = {
#define SIGN(spelling, token, hint) {spelling, token, hint},
#define WORD(name, hint)
#include "syntax/foreign.def"
#undef SIGN
#undef WORD
};

static const struct {
    const char *name, *hint;
} words[] = {
#define SIGN(spelling, token, hint)
#define WORD(name, hint) {name, hint},
#include "syntax/foreign.def"
#undef SIGN
#undef WORD
};

const ForeignSign *foreign_sign(const char *text, size_t length) {
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strlen(signs[i].spelling) == length &&
            memcmp(signs[i].spelling, text, length) == 0)
            return &signs[i];
    return NULL;
}

const char *foreign_word(Name name) {
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].name, name) == 0)
            return words[i].hint;
    return NULL;
}
