import os,re,sys
root,start,pat=sys.argv[1:4]
os.chdir(root); sys.argv=['x',root]
exec(open('tools/restructure/reach.py').read().split("if __name__")[0])
prev={start:None}; q=[start]
while q:
    f=q.pop(0)
    if f.startswith(pat):
        p=[]
        while f: p.append(f); f=prev[f]
        print(" <- ".join(p)); break
    for y in imps(f):
        if y not in prev: prev[y]=f; q.append(y)
