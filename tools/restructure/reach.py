import re,sys,os,json,statistics
root=sys.argv[1]; os.chdir(root)
types = '--types' in sys.argv
RX=re.compile(r'^(?:import|export)\s+(type\s)?([^;"]*?)from\s+"([^"]+)"|^import\s+"([^"]+)"|\bimport\("([^"]+)"\)',re.M)
def res(f,s):
    s=s.split('?')[0]
    if s.startswith('~/'): p='app/'+s[2:]
    elif s.startswith('#models/'): p='models/'+s[8:]
    elif s.startswith('.'): p=os.path.normpath(os.path.join(os.path.dirname(f),s))
    else: return None
    for e in ('','.ts','.tsx','.mjs','/index.ts'):
        if os.path.isfile(p+e): return p+e
cache={}
def imps(f):
    if f in cache: return cache[f]
    src=open(f).read(); out=[]
    for m in RX.finditer(src):
        t=m.group(1); names=m.group(2) or ''
        if not types:
            if t: continue
            inner=re.search(r'\{([^}]*)\}',names)
            if inner and not re.sub(r'\{[^}]*\}','',names).strip(' ,\n') :
                xs=[x.strip() for x in inner.group(1).split(',') if x.strip()]
                if xs and all(x.startswith('type ') for x in xs): continue
        s=m.group(3) or m.group(4) or m.group(5)
        r=res(f,s)
        if r: out.append(r)
    cache[f]=out; return out
def reach(f):
    seen={f}; st=[f]
    while st:
        for y in imps(st.pop()):
            if y not in seen: seen.add(y); st.append(y)
    return seen
if __name__=='__main__':
    args=[a for a in sys.argv[2:] if not a.startswith('--')]
    if args:
        s=reach(args[0]); print(len(s))
        from collections import Counter
        c=Counter('/'.join(x.split('/')[:3]) if x.startswith('app/domain') else '/'.join(x.split('/')[:2]) for x in s)
        for k,v in c.most_common(60): print(v,k)
    else:
        rs=[]
        for d,_,fs in os.walk('app/routes'):
            for x in fs:
                p=os.path.join(d,x)
                if re.search(r'^export (const|async function|function) (loader|action)|^export default|^export \{[^}]*(loader|action)',open(p).read(),re.M): rs.append((len(reach(p)),p))
        rs.sort(); print(len(rs),'median',statistics.median([r for r,_ in rs]),'min',rs[:3],'max',rs[-3:])
