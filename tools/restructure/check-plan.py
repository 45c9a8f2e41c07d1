# usage: check-plan.py <checkout> <plan.json> : sizes of merged files, new import cycles (runtime imports), pure+server mixes
import sys,os,json,re
args=sys.argv[:]
src=open('tools/restructure/reach.py').read().split("if __name__")[0].replace("root=sys.argv[1]; os.chdir(root)","os.chdir(args[1])").replace("types = '--types' in sys.argv","types=False")
exec(src)
import subprocess
plan=json.load(open(args[2])); mv=dict(plan.get("move",{}))
for t,ss in plan.get("merge",{}).items():
    for s in ss: mv[s]=t
fs=[f for f in subprocess.check_output("git ls-files -co --exclude-standard app models",shell=True,text=True).split("\n") if re.search(r'\.(ts|tsx)$',f) and '.test.' not in f and os.path.exists(f)]
for t,ss in plan.get("merge",{}).items():
    for s in ss:
        if not os.path.exists(s): print("!! missing",s)
    n=sum(open(s).read().count("\n") for s in ss if os.path.exists(s))
    if os.path.exists(t) and t not in ss: n+=open(t).read().count("\n"); print("(target exists, is joined)",t)
    kinds={'.server.' in s for s in ss}
    if len(kinds)>1 or ('.server.' in t and False in kinds):
        for s in ss:
            if '.server.' in s: continue
            for f in fs:
                if '.server.' not in f and f not in ss and not f.startswith('app/routes/programs') and s in imps(f):
                    g=mv.get(f,f)
                    if '.server.' not in g: print("!! pure file into server module, imported by pure:",s,"<-",f)
    if n>270: print("long",n,t)
    if len(ss)>1: print(n,t)
def fin(f): return mv.get(f,f)
G={}
H={}
for f in fs:
    for y in imps(f):
        if f!=y: H.setdefault(f,set()).add(y)
        a,b=fin(f),fin(y)
        if a!=b: G.setdefault(a,set()).add(b)
def sccs(G):
    import sys as _s; _s.setrecursionlimit(10000)
    idx={};low={};st=[];on=set();out=[];c=[0]
    def go(v):
        idx[v]=low[v]=c[0];c[0]+=1;st.append(v);on.add(v)
        for w in G.get(v,()):
            if w not in idx: go(w);low[v]=min(low[v],low[w])
            elif w in on: low[v]=min(low[v],idx[w])
        if low[v]==idx[v]:
            comp=[]
            while True:
                w=st.pop();on.discard(w);comp.append(w)
                if w==v:break
            if len(comp)>1: out.append(comp)
    for v in list(G):
        if v not in idx: go(v)
    return out
old=sccs(H)
print("cycles before:",[len(c) for c in old])
for comp in sccs(G):
    print("!! cycle:",[x.removeprefix('app/domain/') for x in comp])
    for a in comp:
        for b in G[a]:
            if b in comp: print("    ",a.removeprefix('app/domain/'),"->",b.removeprefix('app/domain/'),[ (x.split('/')[-1],y.split('/')[-1]) for x in fs if fin(x)==a for y in imps(x) if fin(y)==b])
n=len({fin(f) for f in fs if f.startswith('app/domain/')}); print("domain files after:",n)
