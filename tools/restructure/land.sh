cd CHECKOUT; git checkout -q -f --detach main; git clean -fdq app models tests scripts tools packages docs
bash tools/restructure/apply.sh CHECKOUT 2>&1 | grep -E "^!!|\?\?|after|renamed|merged|moved"
python3 tools/restructure/docnames.py . >/dev/null
git add -A; git diff --cached --name-only --diff-filter=d HEAD | grep -E '\.(ts|tsx|mjs|md)$' | grep -v "^tests/crawl" > /tmp/changed.txt; npx prettier --write $(cat /tmp/changed.txt) > /tmp/prettier.log 2>&1; git add -A
