set -e
cd $1
python3 tools/restructure/table-plan.py . /tmp/p-table.json
node tools/restructure/refactor.mjs . /tmp/p-table.json
python3 tools/restructure/mentions.py . /tmp/p-table.json
git add -A
python3 tools/restructure/plan-domain.py /tmp/p-table.json /tmp/p-domain.json
python3 tools/restructure/check-plan.py . /tmp/p-domain.json 2>&1 | grep "^!!\|cyc\|->\|after\|^long" || true
node tools/restructure/refactor.mjs . /tmp/p-domain.json
python3 tools/restructure/mentions.py . /tmp/p-domain.json
git add -A
python3 tools/restructure/plan-ui.py . /tmp/p-ui.json
node tools/restructure/refactor.mjs . /tmp/p-ui.json
python3 tools/restructure/mentions.py . /tmp/p-ui.json
git add -A
python3 tools/restructure/plan-tests.py . /tmp/p-domain.json /tmp/p-tests.json
node tools/restructure/refactor.mjs . /tmp/p-tests.json
python3 tools/restructure/mentions.py . /tmp/p-tests.json
git add -A
