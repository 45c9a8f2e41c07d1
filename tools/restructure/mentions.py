# usage: mentions.py <checkout> <plan.json>: after moving, rewrites textual mentions of moved files in docs, comments and strings
import sys,os,json,re,subprocess
root,planf=sys.argv[1:3]; os.chdir(root)
plan=json.load(open(planf)); mv=dict(plan.get("move",{}))
for t,ss in plan.get("merge",{}).items():
    for s in ss:
        if s!=t: mv[s]=t
def fin(f):
    for _ in range(5):
        if f in mv and mv[f]!=f: f=mv[f]
        else: break
    return f
mv={a:fin(b) for a,b in mv.items()}
files=[f for f in subprocess.check_output("git ls-files -co --exclude-standard",shell=True,text=True).split("\n") if f and os.path.exists(f) and re.search(r'\.(md|ts|tsx|mjs|mts|js|json|jsonc|ya?ml|css|toml)$|Dockerfile',f) and not f.startswith(("package-lock","tests/crawl/","app/content/")) and 'CHANGELOG' not in f]
old_base={}
for a in mv: old_base.setdefault(os.path.basename(a),[]).append(a)
allbase={}
for f in subprocess.check_output("git ls-files -co --exclude-standard",shell=True,text=True).split("\n"):
    if f and os.path.exists(f): allbase.setdefault(os.path.basename(f),[]).append(f)
def variants(p):
    parts=p.split("/")
    out=[]
    for i in range(len(parts)-1): out.append("/".join(parts[i:]))   # at least one slash
    return out
table={}
for a,b in mv.items():
    pa,pb=a.split("/"),b.split("/")
    for i in range(len(pa)-1):
        va="/".join(pa[i:])
        # same number of leading parts dropped if the prefix is equal
        if pa[:i]==pb[:i]: vb="/".join(pb[i:])
        else: vb=b.removeprefix("app/") if not va.startswith("app/") else b
        key=va
        if key in table and table[key]!=vb: table[key]=None
        else: table.setdefault(key,vb)
rx=re.compile(r'(?<![\w./-])((?:[\w.-]+/)+[\w.-]+?\.(?:tsx?|mjs|test\.ts))(?![\w-])')
rbare=re.compile(r'(?<![\w./-])([\w-]+(?:\.server|\.state)?\.(?:tsx?|mjs))(?![\w/-])')
n=0; unsure=[]
for f in files:
    s0=s=open(f).read()
    def r(m):
        v=m.group(1)
        t=table.get(v)
        return t if t else v
    s=rx.sub(r,s)
    def rb(m):
        v=m.group(1)
        c=old_base.get(v)
        if not c or len(c)>1 or v in allbase: return v
        return os.path.basename(mv[c[0]])
    s=rbare.sub(rb,s)
    if s!=s0: open(f,'w').write(s); n+=1
print("mentions rewritten in",n,"files")
