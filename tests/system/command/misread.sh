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
distances 'to,from,km\n1,2,3\n' '1  0' '2  not reached'
grep -q 'the columns from and to' err || wrong 'expected a note'
distances 'from,to,km\n1,2,3\n1,2,1\n' '1  0' '2  1'
distances '"from","to","km"\n"1","2","3"\n' '1  0' '2  3'
from=Paris
distances 'from,to,km\nParis ,Lille,3\nParis,Nice,1\n' 'Paris  0' 'Lille  3' 'Nice   1'
distances 'from,to,km\nParis,Lille,3\nparis,Lille,1\n' 'Paris  0' 'Lille  3' \
    'paris  not reached'
finish
