/* SPDX-License-Identifier: MIT */
/* The tokens of the grammar by their names. */
#ifndef STAR_TOKEN_NAMES_H
#define STAR_TOKEN_NAMES_H

/* Tokens are numbers below this; those without a name do not exist. A word's
 * name is the word. */
int parser_tokens(void);
const char *parser_token_name(int token);

#endif
