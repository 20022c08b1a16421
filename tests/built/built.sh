# SPDX-License-Identifier: MIT
# built.sh RUNNER STAR_BUILT FOLDER EVERY: each so many-th program of tests/lang,
# in the order of their names, as C: what it writes, its messages and its status
# are those that its comments say.
runner=$1 built=$2 folder=$3 every=$4
failed=0 k=0
for file in "$folder"/*/*.star; do
    case $file in
    */unit_*) continue ;;
    esac
    k=$((k + 1))
    if [ $((k % every)) -eq 0 ]; then
        "$runner" "$built" "$file" || failed=1
    fi
done
exit $failed
