import type { ServerBuild } from "@remix-run/node";
import { matchPattern, type Pattern } from "~/http/route-patterns.server";

/**
 * The server's build with the routes of one page alone. The framework flattens, ranks and compiles every route that it is
 * given several times a request; a page needs a handful of some hundred and thirty: its own branch, and those of its
 * parent addresses, which the browser is told of with it.
 */
export function pageBuild(build: ServerBuild, page: Pattern, patterns: readonly Pattern[]): ServerBuild {
  const ids = new Set([
    ...page.branch,
    ...parentAddresses(page).flatMap((path) => branchAt(path, build, patterns)),
  ]);
  const only = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  };
}

/** "/", "/journal" … above "/journal/history". */
function parentAddresses({ segments }: Pattern): string[] {
  const above = segments.slice(0, -1);
  return ["/", ...above.map((_, at) => `/${above.slice(0, at + 1).join("/")}`)];
}

/** The routes at an address; where nothing else is, those of the not-found page. */
function branchAt(path: string, build: ServerBuild, patterns: readonly Pattern[]): string[] {
  const found = matchPattern(path, patterns);
  if (found) return found.branch;
  return Object.values(build.routes).flatMap((route) =>
    route?.path === "*" ? [...(route.parentId ? [route.parentId] : []), route.id] : [],
  );
}
