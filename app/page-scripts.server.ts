import type { EntryContext } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { PAGE_DATA } from "~/page-data";

/** In development it names what swaps modules, too. */
type Manifest = EntryContext["manifest"] & { hmr?: { runtime?: string } };

/** What is the same at every visit of a page: its files, and the routes that the browser is told of. */
type Fixed = { links: string; imports: string };

const known = new WeakMap<Manifest, Map<string, Fixed>>();

/**
 * The end of a document that works with script: what is to be loaded, the routes around this page, and what its loaders said.
 * The framework's `<Scripts>` and its stream say the same; as components they were a twelfth of a page, and as pieces of a
 * stream everything was quoted twice. app/entry.client.tsx reads it.
 */
export function pageScripts(context: EntryContext, nonce: string): string {
  const { links, imports } = fixedPart(context);
  const { loaderData, actionData } = context.staticHandlerContext;
  // One line of JSON, in which a parser of HTML finds nothing to change.
  const said = `<script type="application/json" id="${PAGE_DATA}">${asScript({ loaderData, actionData })}</script>`;
  return `${links}${said}<script nonce="${nonce}" type="module" async="">${imports}</script>`;
}

function fixedPart({ manifest, staticHandlerContext: { matches, location } }: EntryContext): Fixed {
  const ids = matches.map(({ route }) => route.id);
  const page = ids.at(-1) ?? "";
  const pages = known.get(manifest) ?? new Map<string, Fixed>();
  known.set(manifest, pages);
  const fixed = pages.get(page) ?? fixedPartOf(manifest, ids, location.pathname);
  pages.set(page, fixed);
  return fixed;
}

function fixedPartOf(manifest: Manifest, ids: string[], pathname: string): Fixed {
  const { entry, hmr } = manifest;
  const routes = ids.map((id) => manifest.routes[id]).filter((route) => route !== undefined);
  // The routes' own files are found as early in the script that follows.
  const files = new Set([entry.module, ...entry.imports, ...routes.flatMap(({ imports = [] }) => imports)]);
  const around = [...new Set([...ids, ...aboveOf(manifest, pathname)])];
  const told = around.flatMap((id) => (manifest.routes[id] ? [[id, withoutNos(manifest.routes[id])]] : []));
  const partial = { ...manifest, routes: Object.fromEntries(told) as Manifest["routes"] };
  return {
    links: [...files].map((file) => `<link rel="modulepreload" href="${file}"/>`).join(""),
    imports: [
      ...(hmr?.runtime ? [`import ${asScript(hmr.runtime)}`] : []),
      ...routes.map(({ module }, at) => `import * as r${at} from ${asScript(module)}`),
      `window.__remixManifest=${asScript(partial)}`,
      `window.__remixRouteModules={${routes.map(({ id }, at) => `${asScript(id)}:r${at}`).join()}}`,
      `import(${asScript(entry.module)})`,
    ].join(";"),
  };
}

/** What is not said is not so. */
const withoutNos = (route: object) =>
  Object.fromEntries(Object.entries(route).filter(([, value]) => value !== false));

const asScript = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");

/** The routes at the addresses above: where a page of theirs is an index, its parent alone would be taken for it. */
function aboveOf({ routes }: Manifest, pathname: string): string[] {
  const treeOf = (parentId?: string): Parameters<typeof matchRoutes>[0] =>
    Object.values(routes)
      .filter((route) => route.parentId === parentId)
      .map(({ id, path, index }) => (index ? { id, path, index } : { id, path, children: treeOf(id) }));
  const tree = treeOf();
  const segments = pathname.split("/").filter(Boolean).slice(0, -1);
  return ["/", ...segments.map((_, at) => `/${segments.slice(0, at + 1).join("/")}`)].flatMap((path) =>
    (matchRoutes(tree, path) ?? []).map(({ route }) => route.id ?? ""),
  );
}
