/* SPDX-License-Identifier: MIT */
/* The layout, rule by rule; tests/system/layout tries it on all programs. */
#include <stdio.h>

#include "report/source.h"
#include "star_test.h"
#include "tools/fmt/fmt.h"

/* Asserts what becomes of a text, and that it does not change again. */
static void assert_layout(const char *text, const char *wanted) {
    StarError error;
    StarMem mem;
    Fmt f;
    star_mem_init(&mem, &error, SIZE_MAX);
    for (int again = 0; again < 2; again++) {
        assert_int_equal(fmt_text(&mem, text, strlen(text), &f), STAR_OK);
        assert_string_equal(f.text, wanted);
        assert_int_equal(f.length, strlen(wanted));
        fmt_free(&f);
        text = wanted;
    }
    assert_int_equal(mem.used, 0);
}

/* The same for statements of a program. */
static void assert_statements(const char *text, const char *wanted) {
    char whole[4000], laid[4000];
    snprintf(whole, sizeof whole, "program p;\nbegin\n%s\nend.\n", text);
    snprintf(laid, sizeof laid, "program p;\nbegin\n%s\nend.\n", wanted);
    assert_layout(whole, laid);
}

TEST(texts_of_nothing) {
    assert_layout("", "");
    assert_layout(" \n\t\n", "");
    assert_layout("\n\n{ a unit }", "{ a unit }\n");
    assert_layout("\xef\xbb\xbfprogram p;begin end.",
                  "program p;\nbegin\nend.\n");
    assert_layout("#! star\nprogram p;begin end.",
                  "#! star\nprogram p;\nbegin\nend.\n");
    assert_layout("program p;\r\nbegin\r\nend.",
                  "program p;\r\nbegin\r\nend.\r\n");
}

TEST(words_become_small) {
    assert_layout("PROGRAM P;VAR Set1:SET OF 1..9;BEGIN END.",
                  "program P;\nvar Set1: set of 1..9;\nbegin\nend.\n");
    assert_layout("PROC q;BEGIN Clr(Y) END;",
                  "proc q;\nbegin\n  Clr(Y)\nend;\n");
}

TEST(blanks_within_a_line) {
    assert_statements("x:=a+b*( -c )-d[ 1,2 ]",
                      "  x := a + b * (-c) - d[1, 2]");
    assert_statements("write ( x :5 : 2,- y,'it''s' )",
                      "  write(x:5:2, -y, 'it''s')");
    assert_statements("p ^ . next:=q^[1] . r @.s", "  p^.next := q^[1].r@.s");
    assert_statements("if not(a in[1 .. 3,5])then goto 1",
                      "  if not (a in [1..3, 5]) then\n    goto 1");
    assert_statements("Z := Z and not(X xor COL (j,T))",
                      "  Z := Z and not (X xor COL(j, T))");
    assert_statements("WARSHALL - 1 ( n,P )", "  WARSHALL-1(n, P)");
    assert_statements("n := n - 1", "  n := n - 1");
    assert_layout("proc CLOSE - 1(n:integer;var P:table);begin end;",
                  "proc CLOSE-1(n: integer; var P: table);\nbegin\nend;\n");
    assert_layout(
        "type p=^node;a=array [1 .. n,char]of packed array(.-1..1.)"
        "of p;",
        "type p = ^node; a = array[1..n, char] of packed array(.-1..1.) "
        "of p;\n");
}

TEST(statements_within_others) {
    assert_statements("if a then begin b;c end else if d then e else begin f "
                      "end",
                      "  if a then begin\n    b;\n    c\n  end\n"
                      "  else if d then\n    e\n  else begin\n    f\n  end");
    assert_statements("while a do for i:=1 to n do with r do begin end",
                      "  while a do\n    for i := 1 to n do\n"
                      "      with r do begin\n      end");
    assert_statements("repeat a;b;until c", "  repeat\n    a;\n    b;\n"
                                            "  until c");
    assert_statements("if a then else;while b do;",
                      "  if a then\n  else;\n  while b do;");
    assert_statements("1:a;2 :if b then c;3:",
                      "  1: a;\n  2: if b then\n    c;\n"
                      "  3:");
    assert_statements("begin a end;;begin end", "  begin\n    a\n  end;;\n"
                                                "  begin\n  end");
}

TEST(arms_of_case) {
    assert_statements("case n of 1,2:a;3..5:begin b end;6:if c then d;7:;end",
                      "  case n of\n    1, 2: a;\n    3..5: begin\n      b\n"
                      "    end;\n    6:\n      if c then\n        d;\n"
                      "    7:;\n  end");
    assert_statements("case n of 1:a otherwise b;c end",
                      "  case n of\n    1: a\n  otherwise\n    b;\n    c\n"
                      "  end");
}

TEST(statements_side_by_side) {
    assert_statements("P(1); p(2); Q(3); a[1]:=2; a[2] := 3;\na[3] := 4",
                      "  P(1); p(2);\n  Q(3);\n  a[1] := 2; a[2] := 3;\n"
                      "  a[3] := 4");
    assert_statements("if a then P(1); P(2)", "  if a then\n    P(1);\n  P(2)");
    assert_statements(
        "ARC(100000, 200000); ARC(300000, 400000); ARC(500000, 600000); ARC(7)",
        "  ARC(100000, 200000); ARC(300000, 400000); ARC(500000, 600000); "
        "ARC(7)");
    assert_statements("ARC(100000, 200000); ARC(300000, 400000); "
                      "ARC(500000, 600000); ARC(7000, 800000)",
                      "  ARC(100000, 200000); ARC(300000, 400000); "
                      "ARC(500000, 600000);\n  ARC(7000, 800000)");
}

TEST(sections_on_one_line_or_several) {
    assert_layout("const n=1;m=2;\nk=3;",
                  "const n = 1; m = 2;\n      k = 3;\n");
    assert_layout("const\nn=1;m=2;\n\n\nk=3;",
                  "const\n  n = 1; m = 2;\n\n  k = 3;\n");
    assert_layout("var a,b:integer;c:slice(n);",
                  "var a, b: integer; c: slice(n);\n");
    assert_layout("label 1,2;", "label 1, 2;\n");
    assert_layout("uses graph,paths;", "uses graph, paths;\n");
}

TEST(records) {
    assert_layout("type r=record a,b:real;end;",
                  "type r = record a, b: real; end;\n");
    assert_layout(
        "type r=record\na:real;b:record\nc:char end;case d:boolean of "
        "true:(e:real);false:() end;",
        "type r = record\n       a: real;\n       b: record\n"
        "         c: char\n       end;\n"
        "       case d: boolean of\n         true: (e: real);\n"
        "         false: ()\n     end;\n");
    assert_layout(
        "var\nr:record a: integer; b: array[1..2] of integer; "
        "c: array[1..1000] of integer end;",
        "var\n  r: record\n    a: integer; b: array[1..2] of integer; "
        "c: array[1..1000] of integer\n  end;\n");
    assert_layout("type r = record case boolean of true: (first_name: integer; "
                  "second_name: integer; last: real;) end;",
                  "type r = record\n       case boolean of\n"
                  "         true: (first_name: integer; second_name: integer; "
                  "last: real;)\n     end;\n");
    assert_layout("type r = record case boolean of true: (first_name: integer; "
                  "second_name: integer; another_one_of: real;) end;",
                  "type r = record\n       case boolean of\n"
                  "         true: (first_name: integer; second_name: integer;\n"
                  "                another_one_of: real;)\n     end;\n");
}

TEST(procedures) {
    assert_layout(
        "procedure p(var a:integer;function f(x:real):real);forward;\n"
        "procedure q;forward;procedure q;procedure r;begin end;"
        "begin end;var n:integer;",
        "procedure p(var a: integer; function f(x: real): real); "
        "forward;\nprocedure q; forward;\n\nprocedure q;\n\n"
        "  procedure r;\n  begin\n  end;\n\nbegin\nend;\n\n"
        "var n: integer;\n");
    assert_layout("proc CLOSURE(n:integer;var P:table);native CLOSURE;"
                  "adjacency P;var i:integer;begin end;",
                  "proc CLOSURE(n: integer; var P: table);\nnative CLOSURE;\n"
                  "adjacency P;\nvar i: integer;\nbegin\nend;\n");
    assert_layout("proc p(a:array[l..u:integer;m..n:char]of real);begin end;",
                  "proc p(a: array[l..u: integer; m..n: char] of real);\n"
                  "begin\nend;\n");
}

TEST(full_lines) {
    assert_statements("writeln('a text of some length', a + b * c, f(x, y), "
                      "'a text that is too long')",
                      "  writeln('a text of some length', a + b * c, f(x, y),\n"
                      "          'a text that is too long')");
    assert_statements("result := first_value * second_value + third_value * "
                      "fourth_value + fifth(value, 6)",
                      "  result := first_value * second_value + third_value * "
                      "fourth_value +\n            fifth(value, 6)");
    assert_statements(
        "if (first_value = second_value) and (third_value = 40000) or "
        "fifth_value(6) then x",
        "  if (first_value = second_value) and (third_value = 40000) "
        "or\n     fifth_value(6) then\n    x");
    assert_statements("a_procedure_with_a_name_that_is_very_long_indeed("
                      "argument, another_argument, x)",
                      "  a_procedure_with_a_name_that_is_very_long_indeed("
                      "argument, another_argument,\n      x)");
    assert_layout("proc name_of_it(var A: array[l1..u1: integer] of integer; "
                  "first: integer; var B: table);begin end;",
                  "proc name_of_it(var A: array[l1..u1: integer] of integer; "
                  "first: integer;\n                var B: table);\n"
                  "begin\nend;\n");
    assert_layout("var\n  first_name, second_name, third_name, fourth_name, "
                  "fifth_name, sixth_name: integer;",
                  "var\n  first_name, second_name, third_name, fourth_name, "
                  "fifth_name,\n    sixth_name: integer;\n");
    assert_layout("uses first_name, second_name, third_name, fourth_name, "
                  "fifth_name, the_sixth_name;",
                  "uses first_name, second_name, third_name, fourth_name, "
                  "fifth_name,\n     the_sixth_name;\n");
}

TEST(comments_stay) {
    assert_statements(
        "a; { behind }\n{ above }\nb { within } ;// to the end  \n"
        "(* last *)",
        "  a; { behind }\n  { above }\n  b { within }; // to the "
        "end\n  (* last *)");
    assert_statements("if a { why } then\n{ this }\nb\n{ else }\nelse c",
                      "  if a { why } then\n    { this }\n    b\n  { else }\n"
                      "  else\n    c");
    assert_statements("f({first}a,{second}b)", "  f({first} a, {second} b)");
    assert_statements("f(a, // one\n  b)", "  f(a, // one\n    b)");
    assert_layout("{ above }program p;{ behind }begin{ in }end.{ after }",
                  "{ above }\nprogram p; { behind }\nbegin { in }\nend. "
                  "{ after }\n");
    assert_layout("      { one\n          two\n\n    three   \n\tfour }\n",
                  "{ one\n    two\n\nthree\n  four }\n");
}

TEST(empty_lines) {
    assert_statements("\n\na;\n\n\nb\n\n", "  a;\n\n  b");
    assert_layout("uses a;\nproc p;\nbegin\n\n{ c }\n\nx\nend;\n{ about q }\n"
                  "proc q;\nbegin\nend;",
                  "uses a;\n\nproc p;\nbegin\n  { c }\n\n  x\nend;\n\n"
                  "{ about q }\nproc q;\nbegin\nend;\n");
}

static StarStatus try_text(StarMem *mem, const char *text) {
    Fmt f;
    const StarStatus status = fmt_text(mem, text, strlen(text), &f);
    fmt_free(&f);
    assert_int_equal(mem->used, 0);
    return status;
}

TEST(broken_texts_are_refused) {
    StarError error;
    StarMem mem;
    Fmt f;
    star_mem_init(&mem, &error, SIZE_MAX);
    assert_int_equal(try_text(&mem, "program p; begin x := end."), STAR_SYNTAX);
    assert_int_equal(try_text(&mem, "program p; begin { open"), STAR_SYNTAX);
    assert_int_equal(try_text(&mem, "program p; begin x = 'a end."),
                     STAR_SYNTAX);
    assert_int_equal(fmt_text(&mem, "", (size_t)STAR_MAX_SOURCE + 1, &f),
                     STAR_SOURCE);
    fmt_free(&f);
}

TEST(no_memory_is_said) {
    static const char text[] = "program p; begin a; if b then c end.";
    StarError error;
    StarMem mem;
    StarStatus status = STAR_MEMORY;
    for (size_t limit = 0; status != STAR_OK; limit += 1000) {
        star_mem_init(&mem, &error, limit);
        status = try_text(&mem, text);
        assert_true(status == STAR_OK || status == STAR_MEMORY);
        assert_true(limit < 1000000);
    }
}

TEST(many_lines) {
    enum { COPIES = 800, ROOM = 200 };
    static char text[COPIES * ROOM], laid[COPIES * ROOM];
    size_t length = 0;
    for (int k = 0; k < COPIES; k++)
        length += (size_t)snprintf(
            text + length, ROOM,
            "proc P%d(n: integer; var X: slice(n)); { number %d }\n"
            "var i: integer;\nbegin\n  for i := 1 to LENGTH(X) do\n"
            "    X(i) := (%d * (i + n) - 3) mod 2\nend;\n\n",
            k, k, k);
    memcpy(laid, text, length - 1); /* without the last, empty line */
    assert_layout(text, laid);
}

TEST_MAIN
