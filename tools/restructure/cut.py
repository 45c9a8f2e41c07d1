# which single file's removal cuts most from a start
import sys; sys.argv=[sys.argv[0]]+sys.argv[1:]
exec(open('tools/restructure/reach.py').read().split("if __name__")[0])
start=sys.argv[2]
full=reach(start)
def reachw(f,ban):
    seen={f}; st=[f]
    while st:
        for y in imps(st.pop()):
            if y not in seen and y!=ban: seen.add(y); st.append(y)
    return seen
rows=[]
for x in full:
    if x==start: continue
    rows.append((len(full)-len(reachw(start,x)),x))
rows.sort(reverse=True)
for r in rows[:45]: print(*r)
