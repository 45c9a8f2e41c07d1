import { FRAMES, ROUTES } from "~/routes";

/** A route as tests name it: the path of its file under app/routes, without "/route" and its ending. */
export type TestedRoute = { id: string; pattern: string; frame?: string };

const idOf = (file: string) => file.replace(/(\/route)?\.tsx?$/, "");

const TESTED: TestedRoute[] = [
  { id: "root", pattern: "/" },
  ...Object.keys(FRAMES).map((file) => ({ id: idOf(file), pattern: "/" })),
  ...ROUTES.map(({ file, pattern, frame }) => ({
    id: idOf(file),
    pattern,
    ...(frame && { frame: idOf(frame) }),
  })),
];
const byId = new Map(TESTED.map((route) => [route.id, route]));

/** The route of that name. */
export function testedRoute(id: string): TestedRoute {
  const route = byId.get(id);
  if (!route) throw new Error(`The table has no route ${id}.`);
  return route;
}

/** The address of a route, its parameters unfilled: "/journal/entries/:entryId". */
export const pathOf = (id: string) => testedRoute(id).pattern;

/** The name of the route in a file, "/app/routes/member/journal/free/route.tsx"; nothing for the parts of a route. */
export function routeId(file: string): string | undefined {
  const id = idOf(file.replace("/app/routes/", ""));
  return byId.has(id) && !(/\/[^/]+$/.test(id) && byId.has(id.replace(/\/[^/]+$/, ""))) ? id : undefined;
}
