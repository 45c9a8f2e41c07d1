import sys,re,os
exec(open('tools/restructure/reach.py').read().split("if __name__")[0].replace("root=sys.argv[1]; os.chdir(root)","os.chdir(sys.argv[1])"))
import subprocess
files=[f for f in subprocess.check_output("git ls-files -co --exclude-standard app models",shell=True,text=True).split() if re.search(r'\.(ts|tsx)$',f) and '.test.' not in f and os.path.exists(f)]
cache.clear()
types=True
imp={}
for f in files:
    for t in imps(f): imp.setdefault(t,set()).add(f)
for a in sys.argv[2:]:
    if a.startswith('--'): continue
    for f in sorted(x for x in files if x.startswith(a)):
        src=open(f).read()
        ex=re.findall(r'^export (?:async )?(?:function\*?|const|let|class|interface|type|enum) +([\w$]+)',src,re.M)
        u=imp.get(f,set())
        b=any(x.startswith(('app/components','app/browser','app/worker')) or (x.startswith('app/routes') and x.endswith('.tsx')) for x in u)
        print(f"{f.removeprefix('app/domain/')} {src.count(chr(10))}L by{len(u)}{'B' if b else ''}: {', '.join(ex)}" + (f"  <- {next(iter(u)).removeprefix('app/')}" if len(u)==1 else ''))
