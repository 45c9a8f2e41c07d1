// usage: node refactor.mjs <checkout> <plan.json>
// plan: { "rename": [{"file","from","to"}...], "move": {old: new}, "merge": {target: [sources in preferred order]} }
// rename runs first (names as they are now), then merge, then move.
import { readFileSync, writeFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { execFileSync } from "node:child_process";
import path from "node:path";
import { createRequire } from "node:module";
const [root, planFile] = process.argv.slice(2);
const require = createRequire(path.join(path.resolve(root), "package.json"));
const ts = require("typescript");
const plan = JSON.parse(readFileSync(planFile, "utf8"));
process.chdir(root);
const git = (...args) => execFileSync("git", args, { encoding: "utf8", maxBuffer: 1 << 28 });
const list = () => git("ls-files", "-co", "--exclude-standard", "app", "models", "tests", "scripts", "tools", "packages").split("\n")
  .concat(git("ls-files", "*.ts", "*.js").split("\n").filter((f) => f && !f.includes("/")))
  .filter((f) => /\.(ts|tsx|mts|mjs)$/.test(f) && existsSync(f));
const ALIAS = [["~/", "app/"], ["#models/", "models/"], ["#tests/", "tests/"], ["#scripts/", "scripts/"]];
const EXT = [".ts", ".tsx", ".mjs", ".mts", ".d.ts", "/index.ts"];
function resolveSpec(file, spec, exists) {
  const [bare, query = ""] = spec.split(/(?=\?)/);
  let base;
  const alias = ALIAS.find(([a]) => bare.startsWith(a));
  if (alias) base = alias[1] + bare.slice(alias[0].length);
  else if (bare.startsWith(".")) base = path.posix.join(path.posix.dirname(file), bare);
  else return undefined;
  for (const e of ["", ...EXT]) if (exists(base + e)) return { target: base + e, query, hasExt: e === "" };
  if (base.endsWith(".js") && exists(base.slice(0, -3) + ".ts")) return { target: base.slice(0, -3) + ".ts", query, hasExt: "js" };
  return undefined;
}
function specFor(file, target, query, hasExt) {
  const noExt = hasExt === "js" ? target.replace(/\.ts$/, ".js") : hasExt ? target : target.replace(/\.(tsx?|mts)$/, "");
  if (path.posix.dirname(file) === path.posix.dirname(target)) return "./" + path.posix.basename(noExt) + query;
  const a = ALIAS.find(([alias, dir]) => noExt.startsWith(dir) && (alias !== "#scripts/" || /\.mjs$/.test(noExt)));
  const inPackage = /^(packages|tools|scripts)\//.test(file);
  if (a && !(inPackage && file.endsWith(".mjs"))) {
    // below own folder: keep relative
    const rel = path.posix.relative(path.posix.dirname(file), noExt);
    if (!rel.startsWith("..")) return "./" + rel + query;
    return a[0] + noExt.slice(a[1].length) + query;
  }
  const rel = path.posix.relative(path.posix.dirname(file), noExt);
  return (rel.startsWith(".") ? rel : "./" + rel) + query;
}
// ---------- rename (syntactic: exported names are unique in the project)
if (plan.rename?.length) {
  const names = new Map(); // file -> Map(from -> to)
  const unused = new Set();
  for (const { file, from, to } of plan.rename) { if (!names.has(file)) names.set(file, new Map()); names.get(file).set(from, to); unused.add(`${file}#${from}`); }
  const all = list(); const knownFiles = new Set(all);
  const has = (f) => knownFiles.has(f);
  let count = 0;
  for (const f of all) {
    const text = readFileSync(f, "utf8");
    const source = ts.createSourceFile(f, text, ts.ScriptTarget.Latest, true, f.endsWith("x") ? ts.ScriptKind.TSX : undefined);
    const local = new Map(); // local identifier -> new
    const spaces = new Map(); // namespace local -> Map
    const edits = new Map();
    const put = (node, value) => edits.set(node.getStart(source), [node.getEnd(), value]);
    const own = names.get(f);
    if (own) {
      for (const st of source.statements) {
        const add = (n) => { if (n && ts.isIdentifier(n) && own.has(n.text)) { local.set(n.text, own.get(n.text)); unused.delete(`${f}#${n.text}`); } else if (n?.elements) n.elements.forEach((e) => add(e.name)); };
        if (ts.isVariableStatement(st)) st.declarationList.declarations.forEach((d) => add(d.name)); else if (st.name) add(st.name);
      }
    }
    const target = (spec) => { const r = resolveSpec(f, spec, has); return r && names.get(r.target); };
    for (const st of source.statements) {
      if (ts.isImportDeclaration(st) && st.importClause) {
        const map = target(st.moduleSpecifier.text);
        const nb = st.importClause.namedBindings;
        if (!map) continue;
        if (nb && ts.isNamespaceImport(nb)) spaces.set(nb.name.text, map);
        else if (nb) for (const e of nb.elements) {
          const imported = (e.propertyName ?? e.name).text;
          if (!map.has(imported)) continue;
          if (e.propertyName) put(e.propertyName, map.get(imported));
          else { put(e.name, map.get(imported)); local.set(e.name.text, map.get(imported)); }
        }
      }
      if (ts.isExportDeclaration(st) && st.moduleSpecifier && st.exportClause && ts.isNamedExports(st.exportClause)) {
        const map = target(st.moduleSpecifier.text);
        if (map) for (const e of st.exportClause.elements) { const n = e.propertyName ?? e.name; if (map.has(n.text)) put(n, map.get(n.text)); }
      }
    }
    // dynamic imports: const { a } = await import("x"), Promise.all([...]) patterns
    const dyn = (n) => {
      if (ts.isCallExpression(n) && n.expression.kind === ts.SyntaxKind.ImportKeyword && n.arguments[0] && ts.isStringLiteralLike(n.arguments[0])) {
        const map = target(n.arguments[0].text);
        if (map) {
          let p = n.parent; let index;
          while (p && !ts.isVariableDeclaration(p) && !ts.isFunctionLike(p) && !ts.isPropertyAccessExpression(p)) { if (ts.isArrayLiteralExpression(p)) { let c = n; while (c.parent !== p) c = c.parent; index = p.elements.indexOf(c); } p = p.parent; }
          if (p && ts.isPropertyAccessExpression(p) && map.has(p.name.text)) put(p.name, map.get(p.name.text));
          let pattern = p && ts.isVariableDeclaration(p) ? p.name : undefined;
          if (pattern && index !== undefined && ts.isArrayBindingPattern(pattern)) pattern = pattern.elements[index]?.name;
          if (pattern && ts.isObjectBindingPattern(pattern)) for (const e of pattern.elements) {
            const key = e.propertyName ?? e.name;
            if (ts.isIdentifier(key) && map.has(key.text)) { if (e.propertyName) put(e.propertyName, map.get(key.text)); else put(e.name, `${map.get(key.text)}: ${key.text}`); }
          } else if (pattern && ts.isIdentifier(pattern)) spaces.set(pattern.text, map);
          else if (!pattern && !(p && ts.isPropertyAccessExpression(p))) console.log(`?? dynamic import ${f}: ${n.arguments[0].text}`);
        }
      }
      if (ts.isImportTypeNode(n) && ts.isLiteralTypeNode(n.argument) && n.qualifier && ts.isIdentifier(n.qualifier)) { const map = target(n.argument.literal.text); if (map?.has(n.qualifier.text)) put(n.qualifier, map.get(n.qualifier.text)); }
      ts.forEachChild(n, dyn);
    };
    dyn(source);
    if (local.size === 0 && spaces.size === 0 && edits.size === 0) continue;
    // shadowing scopes
    const shadows = [];
    const scopeOf = (n) => { let p = n.parent; while (p && !ts.isFunctionLike(p) && !ts.isBlock(p) && !ts.isForStatement(p) && !ts.isForOfStatement(p) && !ts.isForInStatement(p) && !ts.isCatchClause(p) && !ts.isSourceFile(p)) p = p.parent; return p; };
    const find = (n) => {
      if (ts.isIdentifier(n) && local.has(n.text)) {
        const p = n.parent;
        const declares = (ts.isParameter(p) || ts.isVariableDeclaration(p) || ts.isBindingElement(p) || ((ts.isFunctionExpression(p) || ts.isFunctionDeclaration(p)) && p.name === n)) && p.name === n;
        if (declares) { let s = scopeOf(p); if (ts.isFunctionDeclaration(p)) s = scopeOf(p); if (s && !ts.isSourceFile(s)) shadows.push([s, n.text]); }
        if (ts.isTypeParameterDeclaration(p)) shadows.push([p.parent, n.text]);
      }
      ts.forEachChild(n, find);
    };
    find(source);
    const isShadowed = (n) => shadows.some(([s, name]) => name === n.text && s.getStart(source) <= n.getStart(source) && n.getEnd() <= s.getEnd());
    const walk = (n) => {
      if (ts.isPropertyAccessExpression(n) && ts.isIdentifier(n.expression) && spaces.has(n.expression.text)) { const map = spaces.get(n.expression.text); if (map.has(n.name.text)) put(n.name, map.get(n.name.text)); }
      if (ts.isQualifiedName(n) && ts.isIdentifier(n.left) && spaces.has(n.left.text)) { const map = spaces.get(n.left.text); if (map.has(n.right.text)) put(n.right, map.get(n.right.text)); }
      if (ts.isIdentifier(n) && local.has(n.text) && !edits.has(n.getStart(source))) {
        const p = n.parent; const to = local.get(n.text);
        const skip = (ts.isPropertyAccessExpression(p) && p.name === n) || (ts.isQualifiedName(p) && p.right === n) || (ts.isPropertyAssignment(p) && p.name === n) || ((ts.isPropertySignature(p) || ts.isPropertyDeclaration(p) || ts.isMethodDeclaration(p) || ts.isMethodSignature(p) || ts.isGetAccessor(p) || ts.isSetAccessor(p) || ts.isEnumMember(p)) && p.name === n) || (ts.isBindingElement(p) && p.propertyName === n) || ts.isImportSpecifier(p) || ts.isJsxAttribute(p) && p.name === n || ts.isNamedTupleMember(p) && p.name === n || ts.isImportClause(p) || ts.isLabeledStatement(p);
        if (!skip) {
          if (isShadowed(n)) { /* inner */ }
          else if (ts.isShorthandPropertyAssignment(p) && p.name === n) put(n, `${n.text}: ${to}`);
          else if (ts.isBindingElement(p) && p.name === n && !p.propertyName && ts.isObjectBindingPattern(p.parent)) put(n, `${n.text}: ${to}`);
          else if (ts.isExportSpecifier(p)) put(n, to);
          else if (ts.isParameter(p) && p.name === n) { /* function type parameter */ }
          else put(n, to);
        }
      }
      ts.forEachChild(n, walk);
    };
    walk(source);
    let out = text;
    for (const [start, [end, value]] of [...edits].sort((x, y) => y[0] - x[0])) out = out.slice(0, start) + value + out.slice(end);
    // JSDoc and comment mentions of own or imported names in backticks
    for (const [from, to] of local) out = out.replace(new RegExp("`" + from.replace(/\$/g, "\\$") + "`", "g"), "`" + to + "`");
    // collisions: the new name already used as an identifier in the file
    for (const [from, to] of local) if (new RegExp(`(?<![.\\w$'"\`])${to.replace(/\$/g, "\\$")}(?![\\w$])`).test(text.replace(/\/\*[^]*?\*\/|\/\/.*$/gm, "").replace(/"[^"\n]*"/g, '""'))) console.log(`?? ${to} (was ${from}) is used in ${f} already`);
    if (out !== text) { writeFileSync(f, out); count++; }
  }
  for (const u of unused) console.log(`!! not renamed: ${u}`);
  console.log(`renamed ${plan.rename.length} names in ${count} files`);
}
// ---------- merge + move
const parse = (file, text) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, file.endsWith("x") ? ts.ScriptKind.TSX : undefined);
let files = list();
let known = new Set(files);
const gitAll = new Set(git("ls-files", "-co", "--exclude-standard").split("\n"));
const exists = (f) => known.has(f) || gitAll.has(f);
const redirect = new Map(); // old path -> new path
for (const [target, sources] of Object.entries(plan.merge ?? {})) for (const s of sources) redirect.set(s, target);
for (const [from, to] of Object.entries(plan.move ?? {})) redirect.set(from, to);
const finalOf = (f) => { let at = f; for (let i = 0; i < 5 && redirect.has(at) && redirect.get(at) !== at; i++) at = redirect.get(at); return at; };
for (const s of redirect.keys()) if (!exists(s)) { console.log(`!! no such file ${s}`); process.exit(1); }
function importsOf(source) { return source.statements.filter(ts.isImportDeclaration); }
function printImport({ spec, def, ns, named, sideEffect }) {
  if (sideEffect) return `import "${spec}";`;
  const entries = [...named.values()];
  const allType = entries.length > 0 && entries.every((e) => e.type) && !def && !ns;
  const names = entries.map((e) => `${e.type && !allType ? "type " : ""}${e.name === e.local ? e.name : `${e.name} as ${e.local}`}`);
  const out = [];
  if (ns) out.push(`import ${ns.type ? "type " : ""}* as ${ns.name} from "${spec}";`);
  if (def || names.length) {
    if (def?.type && names.length === 0) out.push(`import type ${def.name} from "${spec}";`);
    else if (def?.type) out.push(`import type ${def.name} from "${spec}";`, `import ${entries.every((e) => e.type) ? "type " : ""}{ ${entries.map((e) => `${e.type && !entries.every((x) => x.type) ? "type " : ""}${e.name === e.local ? e.name : `${e.name} as ${e.local}`}`).join(", ")} } from "${spec}";`);
    else out.push(`import ${allType ? "type " : ""}${[def?.name, names.length ? `{ ${names.join(", ")} }` : ""].filter(Boolean).join(", ")} from "${spec}";`);
  }
  return out.join("\n");
}
function collect(map, file, source, newFile, dropTargets) {
  const aliases = [];
  for (const d of importsOf(source)) {
    const spec = d.moduleSpecifier.text;
    const r = resolveSpec(file, spec, exists);
    let key = spec;
    if (r) {
      const t = finalOf(r.target);
      if (dropTargets.has(t)) {
        const b = d.importClause?.namedBindings;
        if (b && ts.isNamedImports(b)) for (const e of b.elements) if (e.propertyName) aliases.push([e.name.text, e.propertyName.text]);
        if (b && ts.isNamespaceImport(b)) console.log(`!! namespace import inside merge: ${file} ${spec}`);
        continue;
      }
      key = specFor(newFile, t, r.query, r.hasExt);
    }
    const c = d.importClause;
    const slot = map.get(key) ?? { spec: key, named: new Map(), sideEffect: true };
    map.set(key, slot);
    if (!c) continue;
    slot.sideEffect = false;
    if (c.name) slot.def = { name: c.name.text, type: c.isTypeOnly && !(slot.def && !slot.def.type) };
    if (c.namedBindings && ts.isNamespaceImport(c.namedBindings)) slot.ns = { name: c.namedBindings.name.text, type: c.isTypeOnly };
    else if (c.namedBindings) for (const e of c.namedBindings.elements) {
      const type = c.isTypeOnly || e.isTypeOnly;
      const old = slot.named.get(e.name.text);
      slot.named.set(e.name.text, { name: (e.propertyName ?? e.name).text, local: e.name.text, type: old ? old.type && type : type });
    }
  }
  return aliases;
}
function bodyOf(source, text) {
  const decls = importsOf(source);
  let out = text;
  const leading = decls.length ? text.slice(0, decls[0].getFullStart()) + text.slice(decls[0].getFullStart(), decls[0].getStart(source)) : "";
  for (const d of [...decls].reverse()) out = out.slice(0, d.getStart(source)) + out.slice(d.getEnd()).replace(/^;?[ \t]*\n/, "");
  return out.replace(/^\s+/, "").trimEnd() + "\n";
}
function topNames(source) {
  const names = new Map();
  for (const s of source.statements) {
    const ex = s.modifiers?.some((m) => m.kind === ts.SyntaxKind.ExportKeyword) ?? false;
    const add = (n) => { if (n && ts.isIdentifier(n)) names.set(n.text, ex); else if (n) n.elements?.forEach((e) => add(e.name)); };
    if (ts.isVariableStatement(s)) s.declarationList.declarations.forEach((d) => add(d.name));
    else if (ts.isFunctionDeclaration(s) || ts.isClassDeclaration(s) || ts.isTypeAliasDeclaration(s) || ts.isInterfaceDeclaration(s) || ts.isEnumDeclaration(s)) add(s.name);
  }
  return names;
}
// rewrite dynamic imports, vi.mock, typeof import, export from, import = in a text
function rewriteOther(file, newFile, text) {
  const source = parse(file, text);
  const edits = [];
  const handle = (lit) => {
    const r = resolveSpec(file, lit.text, exists);
    if (!r) return;
    const t = finalOf(r.target);
    if (t === r.target && file === newFile) return;
    const next = specFor(newFile, t, r.query, r.hasExt);
    if (next !== lit.text) edits.push([lit.getStart(source), lit.getEnd(), JSON.stringify(next)]);
  };
  const visit = (n) => {
    if (ts.isCallExpression(n) && n.arguments[0] && ts.isStringLiteralLike(n.arguments[0]) && (n.expression.kind === ts.SyntaxKind.ImportKeyword || /^vi\.(mock|doMock|importActual)$/.test(n.expression.getText(source)))) handle(n.arguments[0]);
    if (ts.isImportTypeNode(n) && ts.isLiteralTypeNode(n.argument)) handle(n.argument.literal);
    if (ts.isExportDeclaration(n) && n.moduleSpecifier) handle(n.moduleSpecifier);
    ts.forEachChild(n, visit);
  };
  visit(source);
  for (const [s, e, v] of edits.sort((a, b) => b[0] - a[0])) text = text.slice(0, s) + v + text.slice(e);
  return text;
}
const written = new Set(), removed = new Set();
for (const [target, sources] of Object.entries(plan.merge ?? {})) {
  const newFile = finalOf(target);
  const group = [...new Set([...(exists(target) && !sources.includes(target) ? [target] : []), ...sources])];
  const parts = new Map(group.map((f) => { const text = rewriteOther(f, newFile, readFileSync(f, "utf8")); return [f, { text, source: parse(f, text) }]; }));
  // order by dependency
  const order = [], state = new Map();
  const visit = (f) => {
    if (state.get(f)) return; state.set(f, 1);
    for (const d of importsOf(parts.get(f).source)) { if (d.importClause?.isTypeOnly) continue; const r = resolveSpec(f, d.moduleSpecifier.text, exists); if (r && parts.has(r.target)) visit(r.target); }
    order.push(f);
  };
  group.forEach(visit);
  const seen = new Map();
  for (const f of order.slice(0, -1)) {
    const names = topNames(parts.get(f).source);
    if (names.get("Props") !== false) continue;
    const stem = path.basename(f).replace(/\..*$/, "").replace(/(^|-)(\w)/g, (_m, _d, c) => c.toUpperCase());
    const text = parts.get(f).text.replace(/(?<![\w$.])Props(?![\w$])/g, `${stem}Props`);
    parts.set(f, { text, source: parse(f, text) });
  }
  for (const f of order) for (const [n] of topNames(parts.get(f).source)) { if (seen.has(n)) console.log(`!! name ${n} in ${seen.get(n)} and ${f} (merge into ${target})`); seen.set(n, f); }
  const map = new Map();
  let bodies = [];
  for (const f of order) {
    const { text, source } = parts.get(f);
    const aliases = collect(map, f, source, newFile, new Set([newFile]));
    let body = bodyOf(source, text);
    for (const [local, orig] of aliases) body = body.replace(new RegExp(`(?<![.\\w$])${local}(?![\\w$])`, "g"), orig);
    bodies.push(body);
  }
  for (const slot of map.values()) for (const local of [...slot.named.keys()]) if (seen.has(local)) console.log(`!! import ${local} collides with a declaration in merge into ${target}`);
  const localNames = new Map();
  for (const slot of map.values()) for (const e of slot.named.values()) { if (localNames.has(e.local)) console.log(`!! import ${e.local} twice in merge into ${target}`); localNames.set(e.local, 1); }
  const text = [...map.values()].map(printImport).join("\n") + "\n\n" + bodies.join("\n");
  mkdirSync(path.dirname(newFile), { recursive: true });
  for (const f of group) if (f !== newFile) { rmSync(f); removed.add(f); }
  if (target !== newFile && existsSync(target)) { rmSync(target); removed.add(target); }
  writeFileSync(newFile, text); written.add(newFile);
}
for (const [from, to] of Object.entries(plan.move ?? {})) {
  if (plan.merge?.[from]) continue;
  if (redirect.has(to)) continue;
  const text0 = readFileSync(from, "utf8");
  mkdirSync(path.dirname(to), { recursive: true });
  let text = rewriteOther(from, to, text0);
  text = rewriteImports(from, to, text);
  rmSync(from); removed.add(from);
  writeFileSync(to, text); written.add(to);
}
function rewriteImports(file, newFile, text) {
  const source = parse(file, text);
  const decls = importsOf(source);
  // only touch if something changes
  let touched = false;
  const seenKeys = new Map();
  const edits = [];
  for (const d of decls) {
    const r = resolveSpec(file, d.moduleSpecifier.text, exists);
    let key = d.moduleSpecifier.text;
    if (r) { const t = finalOf(r.target); key = t !== r.target || file !== newFile ? specFor(newFile, t, r.query, r.hasExt) : key; }
    if (key !== d.moduleSpecifier.text) { touched = true; edits.push([d.moduleSpecifier.getStart(source), d.moduleSpecifier.getEnd(), JSON.stringify(key)]); }
    seenKeys.set(key, (seenKeys.get(key) ?? 0) + 1);
  }
  if (!touched) return text;
  if ([...seenKeys.values()].some((n) => n > 1)) {
    // merge duplicates: rewrite all import declarations of duplicated keys
    const map = new Map();
    collect(map, file, source, newFile, new Set());
    const dup = new Set([...seenKeys].filter(([, n]) => n > 1).map(([k]) => k));
    const done = new Set();
    const rebuild = [];
    for (const d of decls) {
      const r = resolveSpec(file, d.moduleSpecifier.text, exists);
      const key = r ? (finalOf(r.target) !== r.target || file !== newFile ? specFor(newFile, finalOf(r.target), r.query, r.hasExt) : d.moduleSpecifier.text) : d.moduleSpecifier.text;
      if (dup.has(key)) {
        // collect() keyed by specFor; find slot by key or by original
        const slot = map.get(key) ?? map.get(d.moduleSpecifier.text);
        rebuild.push([d.getStart(source), d.getEnd(), done.has(key) ? "" : printImport({ ...slot, spec: key })]);
        done.add(key);
      } else {
        const e = edits.find(([s]) => s === d.moduleSpecifier.getStart(source));
        if (e) rebuild.push(e);
      }
    }
    for (const [s, e, v] of rebuild.sort((a, b) => b[0] - a[0])) { text = text.slice(0, s) + v + (v === "" ? text.slice(e).replace(/^;?\n/, "") : text.slice(e)); }
    return text;
  }
  for (const [s, e, v] of edits.sort((a, b) => b[0] - a[0])) text = text.slice(0, s) + v + text.slice(e);
  return text;
}
let touched = 0;
for (const f of files) {
  if (removed.has(f) || written.has(f)) continue;
  const text0 = readFileSync(f, "utf8");
  let text = rewriteOther(f, f, text0);
  text = rewriteImports(f, f, text);
  if (text !== text0) { writeFileSync(f, text); touched++; written.add(f); }
}
console.log(`merged/moved ${redirect.size} files, rewrote imports in ${touched}`);
writeFileSync("/tmp/refactor-written.txt", [...written].join("\n"));
// textual mentions (docs, comments) to check
const gone = [...redirect.keys()];
if (gone.length) {
  const rest = git("grep", "-nIE", gone.map((g) => path.basename(g).replace(/\.(ts|tsx)$/, "").replaceAll(".", "\\.")).filter((n) => n.length > 7).join("|") || "^$", "--", "docs", "*.md", "app", "models", "tests", "scripts", "tools").split("\n").filter(Boolean);
  const hits = rest.filter((l) => !/import|from "/.test(l) && gone.some((g) => l.includes(path.basename(g).replace(/\.(ts|tsx)$/, "")) && /[/.`(]/.test(l)));
  writeFileSync("/tmp/refactor-mentions.txt", hits.join("\n"));
  console.log(`${hits.length} textual mentions to check: /tmp/refactor-mentions.txt`);
}
