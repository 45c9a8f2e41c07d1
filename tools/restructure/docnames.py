import json,re,subprocess,sys,os
os.chdir(sys.argv[1])
R={r["from"]:r["to"] for r in json.load(open('/tmp/p-table.json'))["rename"] if len(r["from"])>5 and r["from"] not in("shared","anything","partsOf","render","within","Walk","Store","Item")}
rx=re.compile(r'(?<![\w.$/-])('+"|".join(re.escape(k) for k in R)+r')(?![\w/-])')
for f in subprocess.check_output("git ls-files '*.md'",shell=True,text=True).split():
    if 'CHANGELOG' in f or f.startswith('app/content'): continue
    s0=s=open(f).read()
    def code(m): return rx.sub(lambda x:R[x.group(1)],m.group(0))
    s=re.sub(r'```.*?```',code,s,flags=re.S)
    s=re.sub(r'`[^`\n]+`',code,s)
    if s!=s0: open(f,'w').write(s); print(f)
