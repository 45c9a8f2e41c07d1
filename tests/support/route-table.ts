import type { RouteConfigEntry } from "@remix-run/route-config";
import routeConfig from "~/routes";

/** A route of `app/routes.ts`. Its id is its file under app/routes without "/route" and extension. */
type ListedRoute = Pick<RouteConfigEntry, "file" | "path" | "index"> & {
  id: string;
  parentId: string;
  name: string;
  pattern: string;
};

const nameOf = (id: string) => id.replace(/^routes\//, "").replace(/\/route$/, "");

const listRoutes = (entries: readonly RouteConfigEntry[], parentId = "root"): ListedRoute[] =>
  entries.flatMap(({ file, path, index, children = [] }) => {
    const id = file.replace(/\.tsx?$/, "");
    const route = { id, parentId, file, path, index, name: nameOf(id), pattern: `/${path ?? ""}` };
    return [route, ...listRoutes(children, id)];
  });

/** All routes, including layouts. */
export const ROUTES = listRoutes(routeConfig);

/** The routes with a path. */
export const ROUTES_WITH_PATH = ROUTES.filter(({ path, index }) => path !== undefined || index);

const byName = new Map(ROUTES.map((route) => [route.name, route]));

export function testedRoute(name: string): ListedRoute {
  const route = byName.get(name);
  if (!route) throw new Error(`The table has no route ${name}.`);
  return route;
}

/** The pattern of a route: "/journal/entries/:entryId". */
export const pathOf = (name: string): string => (name === "root" ? "/" : testedRoute(name).pattern);

/** The id of the route in a file such as "/app/routes/member/journal/free/route.tsx"; undefined for other files. */
export function routeId(file: string): string | undefined {
  const name = nameOf(file.replace("/app/", "").replace(/\.tsx?$/, ""));
  const isPart = /\/[^/]+$/.test(name) && byName.has(name.replace(/\/[^/]+$/, ""));
  return byName.has(name) && !isPart ? name : undefined;
}
