import os,re,sys
root=sys.argv[1]; os.chdir(root); sys.argv=['x',root]
exec(open('tools/restructure/reach.py').read().split("if __name__")[0])
start="app/content/schemas.ts"
prev={start:None}; q=[start]
while q:
    f=q.pop(0)
    if re.search(r'from "[^"]+\.yaml"',open(f).read()):
        p=[]; g=f
        while g: p.append(g.removeprefix('app/')); g=prev[g]
        print(" <- ".join(p))
    for y in imps(f):
        if y.endswith('.yaml'): continue
        if y not in prev: prev[y]=f; q.append(y)
