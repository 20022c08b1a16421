#!/bin/sh
# SPDX-License-Identifier: MIT
# star profile --machine: models, their mistakes, the prices of programs.
set -eu
. "$(dirname "$0")/common"

cat >own.star <<'END'
program own;
const n = 8;
var T: table(n, 3); X, Y: slice(n); k: integer;
begin
  SET(X);
  COL(2, T) := X;
  ROW(3, T) := '101';
  Y := X and not X or X;
  k := NUMB(Y);
  k := STEP(X);
  T := T
end.
END

# model: a model on standard output whose costs are all as long as nothing but
# what the arguments say: NAME CYCLES ENERGY.
model() {
    cat <<'END'
[machine]
name = "a machine"
rows = 2
columns = 12
arrays = 2
clock = 1e9
source = "s"
[constant.K]
value = 5
source = "s"
END
    for name in write logic copy lend shift test find count bit row column transpose \
        transfer control; do
        printf '[cost.%s]\nsource = "s"\ncycles = ' "$name"
        [ "$name" = "$1" ] && printf '"%s"\nenergy = "%s"\n' "$2" "$3" ||
            printf '0\nenergy = 0\n'
    done
}

# costs NAME CYCLES ENERGY OPERATIONS US NJ: what own.star takes.
costs() {
    model "$1" "$2" "$3" >m.toml
    gives 0 profile --machine m.toml --json own.star
    shows "\"name\": \"$1\", \"operations\": $4, "
    grep -q "^\"total\": {\"operations\": [0-9]*, \"cycles\": [0-9.]*, \"us\": $5, \"nJ\": $6, " out ||
        wrong "expected $5 us and $6 nJ of $1"
}
costs write 1000 1000 1 1 1
costs logic '1000 * r' 'K * 100 * p' 3 24 3
costs row '(r + c) * 1000' '1000 * rows * arrays' 1 11 4
costs column 'columns * 1000' '1000 * max(r, c) - min(r, c) * 1000' 1 12 5
costs count '1000 * ceil(5 / 2) + 1000 * floor(5 / 2)' '1000 * log2(r)' 1 5 3
costs copy '1000 * -(2 - 4)' 1000 3 6 3
costs find 1e3 'clock / 1e6' 1 1 1

# A primitive goes before its kind; the power counts.
model logic 1000 0 >m.toml
printf '[cost.not]\ncycles = 3000\nenergy = 0\nsource = "s"\n' >>m.toml
sed -i 's/^clock/power = 2\nclock/' m.toml
gives 0 profile --machine m.toml --json own.star
shows '"us": 5, "nJ": 10000, '

# A number is taken whole, or not at all: of 63 characters, and of 64.
for zeros in 59 60; do
    sed "s/^clock.*/clock = 1.$(printf "%0${zeros}d" 0)e9/" m.toml >long.toml
    gives $((zeros > 59 ? 5 : 0)) profile --machine long.toml --json own.star
done
says 'a number of at most 63 characters'

# In tables: lines, and what takes most of each.
gives 0 profile --machine m.toml own.star
shows 'a machine'
shows 'the longest operand has 8 rows: 2 passes of 4 lanes; the widest table 3 columns: 4 fit a lane'
grep -q '^ *3 *5.000 *100.0 .* 100.0 logic  *8 |   Y := X and not X or X;' out ||
    wrong 'expected the line of the expression'
gives 0 call "$top/examples/warshall.star" WARSHALL n=2 P=2x2 --machine m.toml
shows 'a machine'

# All models that come with the command have a name in its help, and price the
# examples; one step a primitive is what a profile counts.
gives 0 help profile
cp out help
for file in "$top"/stdlib/machines/*.toml; do
    name=$(basename "$file" .toml)
    tr -s ' \n' ' ' <help | grep -q "[ ,]${name}[, ]" || wrong "expected $name in the help"
    gives 0 profile --machine "$name" "$top/examples/warshall.star"
    cp out named
    gives 0 profile --machine "$file" "$top/examples/warshall.star"
    sed 's/here .*//' named >a
    sed 's/here .*//' out | cmp -s - a || wrong "expected the same as of $name"
    ! grep -q 'from knowledge' "$file" ||
        grep -q "$name.*not checked" "$top/docs/reference/machines.md" ||
        wrong "expected the page to say that $name is not checked"
done
for example in warshall search dijkstra minimum kruskal branching life; do
    gives 0 profile --native off "$top/examples/$example.star"
    operations=$(sed -n '1s/ .*//p' out)
    gives 0 profile --machine star_machine "$top/examples/$example.star"
    shows "$operations.000 cycles, "
done

# Equal slices are read to their ends, and FRST writes its result.
long() {
    echo "program long; var X, Y, Z: slice($2);
        begin SET(X); Y := X; if X = Y then Z := FRST(X) end." >long.star
    "$star" profile --machine "$1" --json long.star 2>err |
        sed -n "s/.*\"name\": \"$3\".*\"us\": \([0-9]*\).*/\1/p"
}
for name in avx512 h200; do
    for kind in test find; do
        [ "$(long $name 100000000 $kind)" -gt "$(long $name 64 $kind)" ] ||
            wrong "expected of $name that $kind of long slices takes longer"
    done
done

# The page has each kind of cost, by its row.
awk '/^COST/ || row != "" { row = row $0 } /\)$/ && row != "" {
    gsub(/" *"/, "", row)
    split(row, text, "\"")
    print "| `" text[2] "` | " text[4] " |"
    row = ""
}' "$top/runtime/primitive_costs.def" >rows
[ "$(wc -l <rows)" = 14 ] || wrong 'expected 14 kinds of cost'
while read -r row; do
    grep -qxF "$row" "$top/docs/reference/machines.md" ||
        wrong "expected in the page: $row"
done <rows

# Mistakes in the command line.
gives 2 profile --machine ambitt own.star
says "there is no file and no model 'ambitt': did you mean 'ambit'?"
gives 5 profile --machine lost.toml own.star
says 'cannot open lost.toml'
for option in '--native off' '--optimize on' --folded; do
    # shellcheck disable=SC2086
    gives 2 profile --machine ambit $option own.star
    says 'do not go with it'
done
gives 2 run --machine ambit own.star
says 'no option --machine'

# mistake EDIT PLACE TEXT: of a model that sed changes.
mistake() {
    model logic 1 1 | sed "$1" >m.toml
    gives 5 profile --machine m.toml own.star
    says "m.toml:$2: error: $3"
}
# The $ is sed's.
# shellcheck disable=SC2016
{
mistake '$a x' 67:2 'expected ='
mistake '$a x y = 1' 67:3 'expected ='
mistake '$a x = y' 67:5 'expected a string in " or a number'
mistake '$a x = 1 2' 67:7 'expected the end of the line'
mistake '$a x = "a' 67:5 'expected " at the end of the string'
mistake '$a x = "\\q"' 67:6 'expected one of'
mistake '$a [a.b' 67:5 'expected ]'
mistake '$a []' 67:2 'expected a name'
mistake '$a source = "again"' 67:1 "'source' is in this table already"
mistake '$a wrong = "again"' 67:1 'expected cycles, energy or source'
mistake '$a [other]\nx = 1' 68:1 'expected [machine], [constant.NAME] or [cost.NAME]'
mistake '$a [cost.none]\nx = 1' 68:1 'expected a kind of cost or a primitive'
mistake '$a [constant.r]\nvalue = 1' 68:1 'expected a constant with a name of its own'
mistake '$a [cost.xor]\ncycles = 1\nenergy = 1' 68:1 'expected a source in its table'
mistake '$a [cost.xor]\nsource = "s"\nenergy = 1' 68:1 'expected cycles in its table'
mistake '$a [cost.xor]\nsource = "s"\ncycles = 1' 68:1 'expected energy in all costs'
}
mistake '1a size = 3' 2:1 'expected name, source, rows'
mistake 's/^rows.*/rows = 0/' 3:8 "expected a number of at least 1 for 'rows'"
mistake 's/^rows.*/rows = "2"/' 3:8 "expected a number of at least 1 for 'rows'"
mistake '/^rows/d' 1:1 "[machine] has no 'rows'"
mistake '/^name/d' 1:1 "[machine] has no 'name'"
mistake 's/^name.*/name = ""/' 2:8 "expected a text for 'name'"
mistake '/cost.bit/,+3d' 1:1 'there is no [cost.bit]. One component is read or written.'
for wrong_formula in '1 +:4:expected a number, a name or (' '(1:3:expected )' \
    '2 q:3:expected an operator, or the end' 'q * 2:1:expected r, c, p, rows' \
    'sin(1):1:expected ceil, floor' 'min(1):6:expected ,'; do
    formula=${wrong_formula%%:*} rest=${wrong_formula#*:}
    mistake "s/^cycles = \"1\"/cycles = \"$formula\"/" \
        "17:$((10 + ${rest%%:*}))" "${rest#*:}"
done
mistake 's/^cycles = "1"/cycles = "0 - r"/' 17:10 "'0 - r' has no value of 0 or more"
model logic '9 - r * r' 1 >m.toml
gives 5 profile --machine m.toml own.star
says "'9 - r * r' has no value of 0 or more for r = 8, c = 1"
# Parentheses are bounded.
deep=$(printf '%060d' 0 | tr 0 '(')
mistake "s/^cycles = \"1\"/cycles = \"$deep\"/" 17:61 'expected at most 50 parentheses'
finish
