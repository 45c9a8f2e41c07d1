import sys,os,re,json,subprocess
args=sys.argv[:]
src=open('tools/restructure/reach.py').read().split("if __name__")[0].replace("root=sys.argv[1]; os.chdir(root)","os.chdir(args[1])").replace("types = '--types' in sys.argv","types=True")
exec(src)
fs=[f for f in subprocess.check_output("git ls-files -co --exclude-standard app models tests",shell=True,text=True).split("\n") if re.search(r'\.(ts|tsx)$',f) and os.path.exists(f)]
lines={f:open(f).read().count("\n") for f in fs}
imp={}
for f in fs:
    if f.startswith('tests/') or '.test.' in f: continue
    for y in set(imps(f)): imp.setdefault(y,set()).add(f)
testimp={}
for f in fs:
    if f.startswith('tests/') or '.test.' in f:
        for y in set(imps(f)): testimp.setdefault(y,set()).add(f)
parent={}
def root(f):
    while f in parent: f=parent[f]
    return f
group={f:[f] for f in fs}
size=dict(lines)
LIMIT=250
def imports_lines(f): 
    return len(re.findall(r'^(import|\} from|  [\w ,{}]+,$)',open(f).read(),re.M))
changed=True
cands=[f for f in fs if (f.startswith('app/routes/') or f.startswith('app/components/')) and '.test.' not in f]
while changed:
    changed=False
    for f in sorted(cands,key=lambda x:lines[x]):
        if f in parent: continue
        if re.search(r'/route\.tsx$',f) or re.search(r'^export (?:const|async function|function) (loader|action)\b|^export default',open(f).read(),re.M): continue
        users={root(u) for u in imp.get(f,())}-{f}
        if len(users)!=1: continue
        u=next(iter(users))
        if '.server.' in f and '.server.' not in u: continue
        if '.server.' not in f and '.server.' in u: continue
        if f.startswith('app/components/') and u.startswith('app/routes/'): 
            pass
        elif f.startswith('app/components/') and not u.startswith('app/components/'): continue
        if f.endswith('.tsx') and u.endswith('.ts'): continue
        if testimp.get(f) and u.startswith('app/routes/'): continue   # a test imports the part
        if size[u]+size[f]-6>LIMIT: continue
        # component used via type only by server?
        parent[f]=u; group[u]+=group.pop(f); size[u]+=size[f]-6; changed=True
M={u:[x for x in g] for u,g in group.items() if len(g)>1}
json.dump({"merge":M},open(args[2],'w'),indent=1)
print(len(M),"targets, removed",sum(len(g)-1 for g in M.values()))
rem={}
for g in M.values():
    for f in g[1:]: rem['/'.join(f.split('/')[:2])]=rem.get('/'.join(f.split('/')[:2]),0)+1
print(rem)
