#!/bin/sh
# SPDX-License-Identifier: MIT
# Files that may be read wrongly: what is neither said nor sure is refused.
set -eu
. "$(dirname "$0")/common"

echo 'uses graph, paths;' >all.star

# file TEXT: the file of the next calls.
file() {
    printf '%b' "$1" >f.csv
}

# refused TEXT MESSAGE [CALL...]
refused() {
    file "$1"
    message=$2
    shift 2
    [ $# -gt 0 ] || set -- DIJKSTRA W=@f.csv:weights:9 s=1
    gives 5 call all.star "$@"
    says "$message"
}

# distances TEXT LINE...: from vertex $from.
from=1
distances() {
    file "$1"
    shift
    gives 0 call all.star DIJKSTRA W=@f.csv:weights:9 "s=$from" --print D
    [ "$(cat out)" = "$(printf '%s\n' "$@")" ] || wrong "expected $*"
}

refused '1,2,5\n2,3,7\n3,1,9\n' '3 x 3 numbers: a matrix, or a list of arcs?'
refused '1,2,5\n2,3,7\n' '2 x 3 numbers are no square matrix'
refused '1,2\n2,3\n' 'a matrix, or a list of arcs?' LEVELS P=@f.csv s=1
refused '# from,to,km\n1,2,3\n2,3,4\n3,4,5\n4,5,6\n' 'are no square matrix'
refused '1 2 3\n2 3 4\n3 4 5\n4 5 6\n' 'are no square matrix'
refused 'from;to;km\n1;2;5,5\n' "f.csv:2:5: expected a whole weight in 0..510, found '5,5'"
refused 'from\tto\tkm\n1\t2\t1.5\n' "found '1.5'"
grep -q 'scale=10' err || wrong 'expected a hint'
refused 'from,to,km\n1,2,1,000\n' 'f.csv:2:7: expected 3 fields, found 4'
refused 'from,to,km\n1,2,\n' 'found nothing'
for weight in -4 600 1e3; do
    refused "from,to,km\n1,2,$weight\n" "found '$weight'"
    ! grep -q 'scale=10' err || wrong 'expected no hint'
done
refused 'from,to,km\n1,2,3\n2,3\n' 'f.csv:3:4: expected 3 fields, found 2'
refused 'from,to,km,cost\n1,2,3,4\n' 'which column has the weights?'
refused 'a,b,c\n1,2,3\n' 'which columns have the arcs?'
# What a weight may be in two ways.
for text in 'from;to;km\n1;2;1.000\n' 'from;to;km\n1;2;"12.500"\n'; do
    refused "$text" 'expected a weight that can be read in one way'
    grep -q 'scale=1000 reads three decimals' err || wrong 'expected a hint'
    refused "$text" 'in one way' DIJKSTRA W=@f.csv:weights:20:scale=10 s=1
    file "$text"
    gives 0 call all.star DIJKSTRA W=@f.csv:weights:20:scale=1000 s=1 --print D
done
shows '2  12.5'
for text in 0.500:10:0.5 1234.000:1:1234 0.000:1:0 1.00:1:1; do
    value=${text##*:}
    rest=${text%:*}
    file "from,to,km\n1,2,${rest%:*}\n"
    scale=:scale=${rest#*:}
    [ "$scale" != :scale=1 ] || scale=
    gives 0 call all.star DIJKSTRA W=@f.csv:weights:20$scale s=1 --print D
    shows "2  $value"
done
refused '0;1.000\n1;0\n' 'in one way' DIJKSTRA W=@f.csv:matrix:weights:9 s=1
refused '0;12.500\n1;0\n' 'in one way' DIJKSTRA W=@f.csv:matrix:weights:9 s=1
refused '0;"1.000"\n1;0\n' 'in one way' DIJKSTRA W=@f.csv:matrix:weights:9 s=1
refused '0;1,5;2\n3;0;1\n1;4;0\n' "f.csv:1:3: expected a whole weight in 0..4094, found '1,5" \
    DIJKSTRA W=@f.csv:matrix:weights:12 s=1
for text in '0 1 1.000\n1 2 12\n' '0 1 1\n1 2\t 12.500\n'; do
    printf "$text" >f.edges
    gives 5 call all.star DIJKSTRA W=@f.edges:weights:20 s=0
    says 'expected a weight that can be read in one way, found '
    gives 0 call all.star DIJKSTRA W=@f.edges:weights:20:scale=1000 s=0
done
printf 'p sp 2 1\na 1 2 1.000\n' >f.gr
gives 0 call all.star DIJKSTRA W=@f.gr:weights:9 s=1 --print D
shows '2  1'
for weight in '1 000' 1_000 '"1,000"' '"1.000.000"' 12km 0x10 nan inf 1:30 \
    -1.000 1x.000 5.0000000000000000000001 99999999999999999999; do
    refused "from,to,km\n1,2,$weight\n" 'f.csv:2:5: expected a whole weight'
done

# Lines that are no arcs.
refused 'from,to\nA,B\n#B,C\n' 'f.csv:3:1: a comment, or a vertex whose name begins with #?' \
    LEVELS P=@f.csv s=A
refused 'from,to\nA,B\n% end,x\n' 'f.csv:3:1: a comment, or a vertex' LEVELS P=@f.csv s=A
refused 'from,to\nA,B\nfrom,to\nB,C\n' 'f.csv:3:1: the line of names comes again' \
    LEVELS P=@f.csv s=A
refused 'From,To\nA,B\nfrom,to\n' 'f.csv:3:1: the line of names comes again' \
    LEVELS P=@f.csv s=A
refused '"from","to"\n"A","B"\n"from","to"\n' 'f.csv:3:1: the line of names comes again' \
    LEVELS P=@f.csv s=A
says 'names of vertices, not of columns, in quotation marks'
file 'from,to\n"#A",B\n"from",to\n'
gives 0 call all.star LEVELS P=@f.csv 's=#A' --print D
refused 'from,to,km\n1,2,3\nfrom,to,km\n2,3,4\n' "f.csv:3:9: expected a whole weight in 0..510, found 'km'"
refused 'from,to,km\n1,2,3\nTotal,,3\n' 'f.csv:3:7: expected a vertex, found nothing'
refused 'from,to,km\n1,2,3\n,,\n' 'f.csv:3:1: expected a vertex, found nothing'
refused 'from,to,km\n1,2,3;2,3,4\n' "f.csv:2:5: expected a whole weight in 0..510, found '3;2'"
refused 'from,to,km\n1;2;3\n' 'f.csv:2:6: expected 3 fields, found 1'
refused 'from to km\nNew York Boston 3\n' "found 'Boston'"
refused 'from,to,km\n"1,2,3\n2,3,4\n' 'f.csv:2:1: expected a quotation mark'
refused '"from,to,km"\n"1,2,3"\n' 'which columns have the arcs? There are from,to,km'
refused 'from,to,km\r1,2,3\r' 'f.csv:1:1: which column'

# Lines of names, or none.
refused 'from,to,from\nA,B,C\n' 'which columns have the arcs?' LEVELS P=@f.csv s=A
refused 'source,target,from,to\na,b,c,d\n' 'which columns have the arcs?' \
    LEVELS P=@f.csv s=a
refused 'A,B,3\nB,C,4\n' 'which columns have the arcs? There are A, B, 3'
grep -q ':arcs(1,2,3)' err || wrong 'expected a hint'
refused 'from,to,to\nA,B,C\n' 'which columns have the arcs?' LEVELS P=@f.csv s=A
refused 'from,to,km,km\n1,2,3,4\n' 'which column has the weights?'
refused 'from,to,km\n1,2,x23456789012345678901234567\n' "found 'x23456789012345678901234...'"
refused 'from,to,km\n1,2,\0001\0303\n' "found '\\x01\\xc3'"
refused ',a,b\na,0,1\nb,1,0\n' 'which columns have the arcs?' LEVELS P=@f.csv s=1
refused ',a,b\na,0,1\nb,1,0\n' "f.csv:2:1: expected a number, found 'a'" \
    LEVELS P=@f.csv:matrix s=1
grep -q 'no names in front of its rows' err || wrong 'expected a hint'

for names in '"1"2,3' "$(printf 'a%0300d' 1),2"; do
    gives 2 call all.star LEVELS "P=@f.csv:arcs($names)" s=a
    says 'P: expected two or three columns, such as :arcs(from,to,km)'
done

# Other formats.
other() { # NAME TEXT MESSAGE
    printf '%b' "$2" >"$1"
    gives 5 call all.star LEVELS "P=@$1" s=1
    says "$3"
}
other names.txt 'a b 3\nb c 4\n' "names.txt:1:1: expected 0 or 1, found 'a'"
grep -q 'hint: arcs(1,2,3) or arcs(1,2) behind' err || wrong 'expected a hint'
gives 0 call all.star LEVELS 'P=@names.txt:arcs(1,2,3)' s=a
other names.edges 'a b 3\nb c 4\n' "names.edges:1:1: expected a vertex in 0..2147483646"
grep -q 'hint: arcs(1,2,3) behind' err || wrong 'expected a hint'
gives 0 call all.star LEVELS 'P=@names.edges:arcs(1,2,3)' s=a
other comma.edges '0,1\n1,2\n' "found '0,1'"
other four.edges '0 1 2 3\n' 'four.edges:1:7: expected the end of the line'
other less.edges '0 1\n1 2 7\n' 'less.edges:2:5: expected the end of the line'
other url.txt 'https://a.b/c\n1 2\n2 3\n3 4\n' "url.txt:1:1: expected a vertex"
other size.txt '4\n1 2\n2 3\n3 4\n' 'size.txt:1:2: expected a vertex'
other lists.txt '1 2 3\n2 3\n3\n' 'lists.txt:2:4: expected a number'
other wide.csv '\0377\0376f\0000' 'wide.csv: the text is UTF-16'
other wide.csv '\0376\0377\0000f' 'wide.csv: the text is UTF-16'
other flow.gr 'p max 2 1\na 1 2 3\n' 'flow.gr:1:3: expected sp'
other lies.gr 'p sp 3 4\na 1 2 3\n' 'lies.gr:3:1: expected arc 2 of 4'
other zero.gr 'p sp 2 1\na 0 1 3\n' 'zero.gr:2:3: expected a vertex in 1..2'
other zero.mtx '%%MatrixMarket matrix coordinate pattern general\n2 2 1\n0 1\n' 'zero.mtx:3:1:'
for ending in graphml json gml dot xlsx col; do
    other "f.$ending" 'graph x\n' "no format ends in .$ending"
done
other f.a_long_ending 'graph x\n' 'no format ends in .a_long_endin: known'
other f 'graph x\n' 'f:1:1: expected'
! grep -q 'no format' err || wrong 'expected no hint'
printf '0 1 10\n1 2 20\n2 3 5\n0 3 1\n' >three.txt
gives 0 call all.star LEVELS P=@three.txt s=0 --print D
grep -q 'three.txt: each line is taken as FROM TO WEIGHT, with vertices from 0' err ||
    wrong 'expected a note'

distances 'to,from,km\n1,2,3\n' '1  0' '2  not reached'
grep -q 'the columns from and to' err || wrong 'expected a note'
distances 'from,to,km\n1,2,3\n1,2,1\n' '1  0' '2  1'
distances '"from","to","km"\n"1","2","3"\n' '1  0' '2  3'
from=Paris
distances 'from,to,km\nParis ,Lille,3\nParis,Nice,1\n' 'Paris  0' 'Lille  3' 'Nice   1'
distances 'from,to,km\nParis,Lille,3\nparis,Lille,1\n' 'Paris  0' 'Lille  3' \
    'paris  not reached'
grep -q "warning: f.csv: 'Paris' and 'paris' are different vertices" err ||
    wrong 'expected a warning'
file 'to,from,km\nParis,Lille,3\nparis,Lille,1\n'
gives 0 call all.star DIJKSTRA W=@f.csv:weights:9 s=Paris --print D
for text in "'Paris' and 'paris' are different" 'in the columns from and to, their weights in km'; do
    grep -q "f.csv: .*$text" err || wrong "expected $text"
done
printf '1 2 10\n2 3 20\n3 4 5\n1 4 1\n' >one.txt
gives 0 call all.star DIJKSTRA W=@one.txt:weights:9 s=1 --print D
for text in 'vertex 0, the first of 5, has no arc' 'each line is taken as FROM TO WEIGHT'; do
    grep -q "$text" err || wrong "expected $text"
done
from=B
distances 'from,to,km\n1,B,3\nB,01,1\n' '1   not reached' 'B   0' '01  1'
grep -q "warning: f.csv: '1' and '01' are different vertices" err ||
    wrong 'expected a warning'
finish
