/* SPDX-License-Identifier: MIT */
#include "bench_programs.h"

const BenchProgram bench_empty = {
    .name = "empty",
    .size = {"", ""},
    .output = {"", ""},
    .star = "program empty; begin end.\n",
    .lua = "",
    .c = "int main(void) { return 0; }\n",
};

const BenchProgram bench_programs[BENCH_PROGRAMS] = {
    {
        .name = "fib(32)",
        .size = {"32", "20"},
        .output = {"2178309\n", "6765\n"},
        .target = true,
        .star = "program fibonacci;\n"
                "function fib(n: integer): integer;\n"
                "begin\n"
                "  if n < 2 then fib := n\n"
                "  else fib := fib(n - 1) + fib(n - 2)\n"
                "end;\n"
                "begin\n"
                "  writeln(fib(@))\n"
                "end.\n",
        .lua = "local function fib(n)\n"
               "  if n < 2 then return n end\n"
               "  return fib(n - 1) + fib(n - 2)\n"
               "end\n"
               "print(fib(@))\n",
        .c = "#include <stdio.h>\n"
             "static long fib(long n) {\n"
             "  return n < 2 ? n : fib(n - 1) + fib(n - 2);\n"
             "}\n"
             "int main(void) { printf(\"%ld\\n\", fib(@)); }\n",
    },
    {
        /* The empty asm keeps C from replacing the inner loop by a
         * formula. */
        .name = "loop of 10^8",
        .size = {"10000", "300"},
        .output = {"30003\n", "903\n"},
        .target = true,
        .star = "program loop;\n"
                "var i, j, sum, total: integer;\n"
                "begin\n"
                "  total := 0;\n"
                "  for i := 1 to @ do begin\n"
                "    sum := i;\n"
                "    for j := 1 to @ do sum := sum + j;\n"
                "    total := total + sum mod 7\n"
                "  end;\n"
                "  writeln(total)\n"
                "end.\n",
        .lua = "local total = 0\n"
               "for i = 1, @ do\n"
               "  local sum = i\n"
               "  for j = 1, @ do sum = sum + j end\n"
               "  total = total + sum % 7\n"
               "end\n"
               "print(total)\n",
        .c = "#include <stdio.h>\n"
             "int main(void) {\n"
             "  long total = 0;\n"
             "  for (long i = 1; i <= @; i++) {\n"
             "    long sum = i;\n"
             "    for (long j = 1; j <= @; j++) {\n"
             "      sum += j;\n"
             "      __asm__ volatile(\"\" : \"+r\"(sum));\n"
             "    }\n"
             "    total += sum % 7;\n"
             "  }\n"
             "  printf(\"%ld\\n\", total);\n"
             "}\n",
    },
    {
        .name = "sieve to 5*10^6",
        .size = {"5000000", "50000"},
        .output = {"348513\n", "5133\n"},
        .target = true,
        .star = "program sieve;\n"
                "const n = @;\n"
                "var prime: array [2..n] of boolean; i, j, count: integer;\n"
                "begin\n"
                "  count := 0;\n"
                "  for i := 2 to n do prime[i] := true;\n"
                "  for i := 2 to n do\n"
                "    if prime[i] then begin\n"
                "      count := count + 1;\n"
                "      j := i + i;\n"
                "      while j <= n do begin\n"
                "        prime[j] := false;\n"
                "        j := j + i\n"
                "      end\n"
                "    end;\n"
                "  writeln(count)\n"
                "end.\n",
        .lua = "local n, count, prime = @, 0, {}\n"
               "for i = 1, n do prime[i] = true end\n"
               "for i = 2, n do\n"
               "  if prime[i] then\n"
               "    count = count + 1\n"
               "    for j = i + i, n, i do prime[j] = false end\n"
               "  end\n"
               "end\n"
               "print(count)\n",
        .c = "#include <stdio.h>\n"
             "enum { N = @ };\n"
             "static _Bool prime[N + 1];\n"
             "int main(void) {\n"
             "  long count = 0;\n"
             "  for (long i = 2; i <= N; i++) prime[i] = 1;\n"
             "  for (long i = 2; i <= N; i++)\n"
             "    if (prime[i]) {\n"
             "      count++;\n"
             "      for (long j = i + i; j <= N; j += i) prime[j] = 0;\n"
             "    }\n"
             "  printf(\"%ld\\n\", count);\n"
             "}\n",
    },
    {
        .name = "9 queens, 20 times",
        .size = {"20", "1"},
        .output = {"7040\n", "352\n"},
        .star = "program queens;\n"
                "const n = 9;\n"
                "var column: array [1..n] of boolean;\n"
                "    up: array [2..18] of boolean;\n"
                "    down: array [-8..8] of boolean;\n"
                "    i, found: integer;\n"
                "proc place(row: integer);\n"
                "var j: integer;\n"
                "begin\n"
                "  for j := 1 to n do\n"
                "    if column[j] and up[row + j] and down[row - j] then\n"
                "    begin\n"
                "      column[j] := false;\n"
                "      up[row + j] := false;\n"
                "      down[row - j] := false;\n"
                "      if row = n then found := found + 1\n"
                "      else place(row + 1);\n"
                "      column[j] := true;\n"
                "      up[row + j] := true;\n"
                "      down[row - j] := true\n"
                "    end\n"
                "end;\n"
                "begin\n"
                "  found := 0;\n"
                "  for i := 1 to n do column[i] := true;\n"
                "  for i := 2 to 18 do up[i] := true;\n"
                "  for i := -8 to 8 do down[i] := true;\n"
                "  for i := 1 to @ do place(1);\n"
                "  writeln(found)\n"
                "end.\n",
        .lua = "local n, found = 9, 0\n"
               "local column, up, down = {}, {}, {}\n"
               "local function place(row)\n"
               "  for j = 1, n do\n"
               "    if column[j] and up[row + j] and down[row - j + n] then\n"
               "      column[j] = false\n"
               "      up[row + j] = false\n"
               "      down[row - j + n] = false\n"
               "      if row == n then found = found + 1\n"
               "      else place(row + 1) end\n"
               "      column[j] = true\n"
               "      up[row + j] = true\n"
               "      down[row - j + n] = true\n"
               "    end\n"
               "  end\n"
               "end\n"
               "for i = 1, n do column[i] = true end\n"
               "for i = 1, 2 * n do up[i] = true; down[i] = true end\n"
               "for i = 1, @ do place(1) end\n"
               "print(found)\n",
        .c = "#include <stdio.h>\n"
             "enum { N = 9 };\n"
             "static _Bool column[N + 1], up[2 * N + 1], down[2 * N];\n"
             "static long found;\n"
             "static void place(long row) {\n"
             "  for (long j = 1; j <= N; j++)\n"
             "    if (column[j] && up[row + j] && down[row - j + N]) {\n"
             "      column[j] = up[row + j] = down[row - j + N] = 0;\n"
             "      if (row == N) found++;\n"
             "      else place(row + 1);\n"
             "      column[j] = up[row + j] = down[row - j + N] = 1;\n"
             "    }\n"
             "}\n"
             "int main(void) {\n"
             "  for (int i = 1; i <= N; i++) column[i] = 1;\n"
             "  for (int i = 1; i <= 2 * N; i++) up[i] = 1;\n"
             "  for (int i = 1; i < 2 * N; i++) down[i] = 1;\n"
             "  for (int i = 1; i <= @; i++) place(1);\n"
             "  printf(\"%ld\\n\", found);\n"
             "}\n",
    },
    {
        .name = "mandelbrot 400 x 400",
        .size = {"400", "40"},
        .output = {"4856216\n", "48906\n"},
        .star = "program mandelbrot;\n"
                "const side = @;\n"
                "var row, column, k, total: integer;\n"
                "    a, b, x, y, t: real;\n"
                "begin\n"
                "  total := 0;\n"
                "  for row := 0 to side - 1 do\n"
                "    for column := 0 to side - 1 do begin\n"
                "      a := 3.0 * column / side - 2.0;\n"
                "      b := 2.0 * row / side - 1.0;\n"
                "      x := 0.0;\n"
                "      y := 0.0;\n"
                "      k := 0;\n"
                "      while (k < 100) and (x * x + y * y < 4.0) do begin\n"
                "        t := x * x - y * y + a;\n"
                "        y := 2.0 * x * y + b;\n"
                "        x := t;\n"
                "        k := k + 1\n"
                "      end;\n"
                "      total := total + k\n"
                "    end;\n"
                "  writeln(total)\n"
                "end.\n",
        .lua = "local side, total = @, 0\n"
               "for row = 0, side - 1 do\n"
               "  for column = 0, side - 1 do\n"
               "    local a = 3.0 * column / side - 2.0\n"
               "    local b = 2.0 * row / side - 1.0\n"
               "    local x, y, k = 0.0, 0.0, 0\n"
               "    while k < 100 and x * x + y * y < 4.0 do\n"
               "      x, y = x * x - y * y + a, 2.0 * x * y + b\n"
               "      k = k + 1\n"
               "    end\n"
               "    total = total + k\n"
               "  end\n"
               "end\n"
               "print(total)\n",
        .c = "#include <stdio.h>\n"
             "enum { SIDE = @ };\n"
             "int main(void) {\n"
             "  long total = 0;\n"
             "  for (int row = 0; row < SIDE; row++)\n"
             "    for (int column = 0; column < SIDE; column++) {\n"
             "      double a = 3.0 * column / SIDE - 2.0;\n"
             "      double b = 2.0 * row / SIDE - 1.0, x = 0, y = 0;\n"
             "      int k = 0;\n"
             "      while (k < 100 && x * x + y * y < 4.0) {\n"
             "        double t = x * x - y * y + a;\n"
             "        y = 2.0 * x * y + b;\n"
             "        x = t;\n"
             "        k++;\n"
             "      }\n"
             "      total += k;\n"
             "    }\n"
             "  printf(\"%ld\\n\", total);\n"
             "}\n",
    },
    {
        .name = "200^3 integer product",
        .size = {"200", "20"},
        .output = {"640000\n", "6400\n"},
        .star = "program product;\n"
                "const n = @;\n"
                "type matrix = array [1..n, 1..n] of integer;\n"
                "var a, b, c: matrix; i, j, k, sum: integer;\n"
                "begin\n"
                "  for i := 1 to n do\n"
                "    for j := 1 to n do begin\n"
                "      a[i, j] := i * j mod 10;\n"
                "      b[i, j] := (i + j) mod 10\n"
                "    end;\n"
                "  for i := 1 to n do\n"
                "    for j := 1 to n do begin\n"
                "      sum := 0;\n"
                "      for k := 1 to n do sum := sum + a[i, k] * b[k, j];\n"
                "      c[i, j] := sum\n"
                "    end;\n"
                "  sum := 0;\n"
                "  for i := 1 to n do sum := sum + c[i, i];\n"
                "  writeln(sum)\n"
                "end.\n",
        .lua = "local n, a, b, c = @, {}, {}, {}\n"
               "for i = 1, n do\n"
               "  a[i], b[i], c[i] = {}, {}, {}\n"
               "  for j = 1, n do\n"
               "    a[i][j] = i * j % 10\n"
               "    b[i][j] = (i + j) % 10\n"
               "  end\n"
               "end\n"
               "for i = 1, n do\n"
               "  local row, to = a[i], c[i]\n"
               "  for j = 1, n do\n"
               "    local sum = 0\n"
               "    for k = 1, n do sum = sum + row[k] * b[k][j] end\n"
               "    to[j] = sum\n"
               "  end\n"
               "end\n"
               "local sum = 0\n"
               "for i = 1, n do sum = sum + c[i][i] end\n"
               "print(sum)\n",
        .c = "#include <stdio.h>\n"
             "enum { N = @ };\n"
             "static long a[N + 1][N + 1], b[N + 1][N + 1], c[N + 1][N + 1];\n"
             "int main(void) {\n"
             "  long sum = 0;\n"
             "  for (int i = 1; i <= N; i++)\n"
             "    for (int j = 1; j <= N; j++) {\n"
             "      a[i][j] = i * j % 10;\n"
             "      b[i][j] = (i + j) % 10;\n"
             "    }\n"
             "  for (int i = 1; i <= N; i++)\n"
             "    for (int j = 1; j <= N; j++)\n"
             "      for (int k = 1; k <= N; k++)\n"
             "        c[i][j] += a[i][k] * b[k][j];\n"
             "  for (int i = 1; i <= N; i++)\n"
             "    sum += c[i][i];\n"
             "  printf(\"%ld\\n\", sum);\n"
             "}\n",
    },
};
