
import re,sys,os,json,subprocess
root,out=sys.argv[1],sys.argv[2]
only=sys.argv[3:]  # section ids like b6
os.chdir(root)
files=[f for f in subprocess.check_output("git ls-files -co --exclude-standard",shell=True,text=True).split("\n") if f and os.path.exists(f)]
fset=set(files)
md=open('NAMING.md').read()
part=md[md.index("## b. Rename table"):md.index("### Stored, printed and sent names")]
rename=[];move={};dirs=[];missing=[]
for sec in re.split(r'^### ',part,flags=re.M)[1:]:
    sid=sec.split('.')[0]
    if only and sid not in only: continue
    m=re.search(r'^Paths below `([^`]+)`',sec,re.M)
    if not m: continue
    base=m.group(1)
    for row in re.findall(r'^\| (`.*)$',sec,re.M):
        cells=[c.strip() for c in re.split(r'(?<!\\)\|',row)]
        cells=[c for c in cells]
        now=cells[0].strip('`'); to=cells[1].strip('`') if len(cells)>1 else ''; ex=cells[2] if len(cells)>2 else ''; notes=cells[3] if len(cells)>3 else ''
        p=base+now
        if now.endswith('/'):
            if to and any(f.startswith(p) for f in files): dirs.append((p,base+to))
            elif to: missing.append(p)
            continue
        if p not in fset:
            missing.append(p); continue
        src=open(p).read()
        for a,b in re.findall(r'`([\w$]+)` → `([\w$]+)`',ex):
            if re.search(r'\b'+re.escape(a)+r'\b',src): rename.append({"file":p,"from":a,"to":b})
            else: missing.append(p+'#'+a)
        # inner names `X > Y`
        for a,b in re.findall(r'(?<![\w`])([A-Za-z_$][\w$]*) > ([A-Za-z_$][\w$]*)',notes):
            if re.search(r'^(?:const|let|function|async function|class|type) (?:\[)?'+a+r'\b',src,re.M): rename.append({"file":p,"from":a,"to":b})
        if to: move[p]=base+to
# directories: longest first
for d,t in sorted(dirs,key=lambda x:-len(x[0])):
    for f in files:
        if f.startswith(d) and f not in move: move[f]=t+f[len(d):]
# rows give full new path incl. new dir already; tests follow
for f,t in list(move.items()):
    for e in('.test.ts','.test.tsx'):
        tf=re.sub(r'(\.server)?\.tsx?$',e,f); tt=re.sub(r'(\.server)?\.tsx?$',e,t)
        if tf in fset and tf!=f and tf not in move: move[tf]=tt
OVER={"addNotes":"storeMetricCounts"}
for r in rename:
    if r["from"] in OVER: r["to"]=OVER[r["from"]]
EXTRA=[("app/domain/operations/quota-share.server.ts","shared","quotaShares"),("app/domain/operations/quota-charge.server.ts","shared","recountState"),
("app/domain/identity/sign-in/pending-sign-in.server.ts","keyOf","pendingSignInKey"),("app/domain/journal/prompts/own-prompts-schema.ts","slot","promptSlot"),
("app/domain/sealing/sealed-settings.server.ts","Refused","WrongPassword"),("app/domain/portability/looking-back-schema.ts","line","insightLine"),("app/domain/portability/intention-file.ts","line","intentionLine"),
("app/domain/portability/intention-markdown.server.ts","FORMAT","INTENTION_FORMAT"),("app/domain/portability/read-daily-txt.ts","anything","anyValue"),
("app/domain/scripture/passages/daily-verse.ts","EPOCH","VERSE_EPOCH"),("app/domain/scripture/translations/bible-files.server.ts","MOST","MAX_BIBLES"),("app/domain/scripture/translations/convert-module.server.ts","MOST","MAX_CONVERSION"),
("app/domain/insights/sources.server.ts","MOST_ENTRIES","MAX_SOURCE_ENTRIES"),("app/domain/insights/season/season-insight.server.ts","MOST_ENTRIES","MAX_SEASON_ENTRIES"),
("app/domain/book/way-booklet.server.ts","partsOf","bookletParts"),("app/domain/book/week-on-paper.server.ts","partsOf","weekParts")]
for f,a,b in EXTRA:
    if f in fset and re.search(r'\b'+a+r'\b',open(f).read()): rename.append({"file":f,"from":a,"to":b})
    else: missing.append(f+'#'+a)
taken={}
for f,t in move.items():
    if t in fset and t not in move: print('!! target exists',f,t)
    if t in taken: print('!! two to',t,f,taken[t])
    taken[t]=f
json.dump({"rename":rename,"move":move},open(out,'w'),indent=1)
print(len(rename),'renames',len(move),'moves',len(missing),'missing'); open(out+'.missing','w').write('\n'.join(missing))
