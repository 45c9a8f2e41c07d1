/**
 * Which file of shared script a module of the browser stands in. Files under a kilobyte cross the wire as they are, and
 * each costs a request with 700 bytes of headers; together they are packed, and known from the page before. What decides
 * is who loads a module: the root, every door, the frame of signed-in pages, or several pages of one folder of `app/routes`.
 *
 * @param {string} id the module's
 * @param {{ getModuleInfo(id: string): { importers: readonly string[], code: string | null } | null }} graph
 * @returns {string | undefined} the file's name; undefined leaves the module beside the pages that load it
 */
export function chunkOf(id, { getModuleInfo }) {
  const loaders = [...loadersOf(id, getModuleInfo)];
  if (loaders.some((loader) => /\/app\/(?:root|entry\.client)\.tsx/.test(loader))) return "every-page";
  const pages = loaders
    .map((loader) => /\/app\/routes\/(\w+)(\/\w+)?\/.+\.tsx\?/.exec(loader))
    .filter(Boolean);
  const folders = [...new Set(pages.map(([, folder]) => folder))];
  if (folders.length > 1 && !folders.includes("auth")) return "signed-in";
  if (folders.length > 1)
    return /\/app\/components\/forms\/|\/node_modules\/@conform-to\//.test(id) ? "forms" : "doors";
  if (loaders.some((loader) => loader.includes("/app/routes/member/frame."))) return "signed-in";
  if (pages.length < (isSmall(getModuleInfo(id)) ? 2 : 6)) return undefined;
  const areas = [...new Set(pages.map(([, , area]) => area ?? ""))];
  return areas.length === 1 ? folders[0] + areas[0].replace("/", "-") : folders[0];
}

/** Whether a module is cheaper to load where it is not needed than to ask for by itself. */
const isSmall = (module) => (module?.code ?? "").length < 1500;

/** Everything that leads to a module, itself included: its importers, and theirs. */
function loadersOf(id, getModuleInfo, seen = new Set()) {
  if (seen.has(id)) return seen;
  seen.add(id);
  for (const importer of getModuleInfo(id)?.importers ?? []) loadersOf(importer, getModuleInfo, seen);
  return seen;
}
