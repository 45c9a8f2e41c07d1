/** What the framework knows of its routes, as much of it as says where they are. */
type RouteTable = Record<string, { id: string; parentId?: string; path?: string } | undefined>;

type Pattern = { pattern: string; segments: string[] };

/** Logged where no route matches: a made-up address may hold anything. */
export const UNMATCHED = "unmatched";

const isFixed = (segment: string) => !segment.startsWith(":") && segment !== "*";
/** Routes that say more come first, as the framework prefers them. */
const weight = ({ segments }: Pattern) => segments.map((segment) => (isFixed(segment) ? "0" : "1")).join("");

/** The patterns of all routes, "/journal/entries/:entryId". The not-found page has none. */
export function patternsOf(routes: RouteTable): Pattern[] {
  const pathOf = (id: string | undefined): string[] => {
    const route = id === undefined ? undefined : routes[id];
    return route ? [...pathOf(route.parentId), ...(route.path ? [route.path] : [])] : [];
  };
  const all = [...new Set(Object.keys(routes).map((id) => pathOf(id).join("/")))];
  return all
    .filter((path) => path !== "*")
    .map((path) => ({ pattern: `/${path}`, segments: path.split("/").filter(Boolean) }))
    .sort((one, other) => weight(one).localeCompare(weight(other)));
}

/** The pattern that a path matches. Never anything of the path itself, which may hold a secret or a hostile text. */
export function matchedPattern(path: string, patterns: readonly Pattern[]): string {
  if (path.startsWith("/assets/")) return "/assets/*";
  const asked = path
    .replace(/\.data$/, "")
    .replace(/^\/_root$/, "/")
    .toLowerCase()
    .split("/")
    .filter(Boolean);
  const found = patterns.find(
    ({ segments }) =>
      (segments.at(-1) === "*" ? asked.length >= segments.length - 1 : asked.length === segments.length) &&
      segments.every((segment, at) => !isFixed(segment) || segment.toLowerCase() === asked[at]),
  );
  return found?.pattern ?? UNMATCHED;
}

let table: () => RouteTable = () => ({});
let known: Pattern[] | undefined;

/** Told at the start. The table is there only when the whole server is loaded, so it is read with the first request. */
export function knowRoutes(read: () => RouteTable): void {
  table = read;
  known = undefined;
}

/** The route of a path, for the log. */
export function routeOf(path: string): string {
  known ??= patternsOf(table());
  return matchedPattern(path, known);
}
