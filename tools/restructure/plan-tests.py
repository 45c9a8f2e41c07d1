import json,sys,os,subprocess,re
os.chdir(sys.argv[1]); plan=json.load(open(sys.argv[2]))["merge"]
mv={s:t for t,ss in plan.items() for s in ss}
fs=set(subprocess.check_output("git ls-files app",shell=True,text=True).split())
move={}
for f in fs:
    m=re.match(r'(.*/)([^/]+)\.test\.tsx?$',f)
    if not m: continue
    d,x=m.groups()
    t=next((mv[c] for c in (f"{d}{x}.server.ts",f"{d}{x}.ts",f"{d}{x}.state.ts") if c in mv),None)
    if t is None:
        # folder without sources any more: where most of the folder's files went
        if not any(o.startswith(d) and '/' not in o[len(d):] and '.test.' not in o for o in fs):
            c=[mv[s] for s in mv if os.path.dirname(s)+"/"==d]
            if c: t=max(set(os.path.dirname(y)+"/z" for y in c),key=[os.path.dirname(y)+"/z" for y in c].count)
    if t:
        n=os.path.dirname(t)+"/"+f[len(d):]
        if n!=f and n not in fs: move[f]=n
json.dump({"move":move},open(sys.argv[3],'w'),indent=1); print(len(move),"tests moved")
