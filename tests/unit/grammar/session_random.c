/* SPDX-License-Identifier: MIT */
#include "session_random.h"

int random_any(Random *r, int most) {
    r->state = r->state * 6364136223846793005u + 1442695040888963407u;
    return (int)((r->state >> 33) % (uint64_t)most);
}

/* A text in which stand for something: N a number, V a name of variables or
 * constants, X one of slices, P one of procedures, F one of functions, E an
 * expression, S a statement. */
static void fill(Random *r, const char *form) {
    static const char *const expression[] = {"N",    "V",       "V + N",
                                             "F(N)", "numb(X)", "V - F(V)"};
    static const char *const statement[] = {
        "V := E",     "V := E",
        "P",          "if E > 3 then V := E",
        "X := not X", "begin V := E; V := E end",
        "writeln(E)", "V := step(X)"};
    for (; *form != '\0'; form++) {
        const size_t n = strlen(r->text);
        char one[2] = {0};
        switch (n < 700 ? *form : '0') {
        case 'N': one[0] = (char)('1' + random_any(r, 9)); break;
        case 'V': one[0] = "abc"[random_any(r, 3)]; break;
        case 'X': one[0] = "xya"[random_any(r, 3)]; break;
        case 'P': one[0] = "pqr"[random_any(r, 3)]; break;
        case 'F': one[0] = "fgp"[random_any(r, 3)]; break;
        case 'E': fill(r, expression[random_any(r, 6)]); break;
        case 'S': fill(r, statement[random_any(r, 8)]); break;
        default: one[0] = *form;
        }
        if (strlen(r->text) == n)
            strcat(r->text, one);
    }
}

void random_entry(Random *r) {
    static const char *const form[] = {
        "var V: integer; V := N",
        "var V, V: integer; V := E; V",
        "S",
        "S; S",
        "E",
        "S; E",
        "procedure P; begin S; S end",
        "procedure P; begin S end; P",
        "procedure P; begin V := V + N end",
        "procedure P(k: integer); begin V := k + E end",
        "function F(k: integer): integer; begin F := E + k end",
        "function F(k: integer): integer; begin V := V + 1; F := k * V end",
        "procedure P; forward; procedure P; begin P end; procedure P; "
        "begin V := E end",
        "P",
        "P(E)",
        "const V = N",
        "type V = 1..N; var V: V",
        "type t = (red, green); var k: t; k := green",
        "type t = record u: integer; v: slice(E) end; var z: t; z.u := E",
        "var V: string; V := 'a{b'",
        "var X: slice(E)",
        "var X: array [1..E] of integer; X[1] := E",
        "var X: slice(N); set(X)",
        "X(1) := 0; V := step(X)",
        "var i: integer; for i := 1 to N do S",
        "for i := 1 to N do S",
        "label 1; begin 1: V := V + 1; if V < 9 then goto 1 end",
        "V := N div 0",
        "begin S; V := N div 0 end",
        "uses half; V := half(N)",
        "procedure half; begin S end",
        "uses graph; bits(E)",
        "procedure P; var i: integer; begin for i := 1 to length(X) do X(i) := "
        "(V + i) mod 2; X := X and not X or X xor '011'; "
        "V := (V + 1234567890123) mod 7 end",
        "type l = ^u; u = record k: integer; n: l; v: slice(E) end; "
        "var h: l; new(h); h^.k := E; h^.n := h",
        "h^.k := h^.k + E; h^.n^.v(1) := 1; h^.k; new(h)",
        "h^.k + numb(h^.v)",
        "label 1; procedure P; begin c := c + 1; if c < N then goto 1 end; "
        "begin c := 0; 1: P end",
        "procedure P; procedure q; label 3; procedure r; begin V := V + E; "
        "goto 3 end; begin r; write('no'); 3: V := N end; begin q; q end",
        "var x, y: table(3, N); row(2, x) := not row(2, x)",
        "var k: array [1..3] of set of 0..99; k[2] := [N..20, 77]; E in k[2]",
        "var X: file of integer; rewrite(X); X^ := E; put(X); reset(X); X^",
        "function F(k: integer): integer; begin case k of 1: F := E; 2, 3: "
        "begin S; F := N end otherwise F := k - E end end",
        "procedure P(function f(k: integer): integer); begin V := f(E) end",
        "P(F)",
        "var maxint: integer; maxint := N",
        "V := maxint mod N"};
    r->text[0] = '\0';
    fill(r, form[random_any(r, sizeof form / sizeof *form)]);
}
