/** The part of Remix's route manifest that locates a route. */
type RouteTable = Record<
  string,
  { id: string; parentId?: string; path?: string; index?: boolean } | undefined
>;

export type Pattern = {
  pattern: string;
  segments: string[];
  /** The ids of the route and its parents, the root first. */
  branch: string[];
};

/**
 * Logged instead of a path that no route matches.
 * @internal Exported for tests.
 */
export const UNMATCHED = "unmatched";

const isFixed = (segment: string) => !segment.startsWith(":") && segment !== "*";
/** Sorts more specific patterns first, as Remix ranks them. */
const sortKey = ({ segments }: Pattern) => segments.map((segment) => (isFixed(segment) ? "0" : "1")).join("");

/**
 * The patterns of all routes, such as "/journal/entries/:entryId", except that of the not-found page.
 * @internal Exported for tests.
 */
export function patternsOf(routes: RouteTable): Pattern[] {
  const branchOf = (id: string | undefined): string[] => {
    const route = id === undefined ? undefined : routes[id];
    return route ? [...branchOf(route.parentId), route.id] : [];
  };
  const pathOf = (branch: string[]) => branch.flatMap((id) => routes[id]?.path || []).join("/");
  const found = new Map<string, Pattern>();
  for (const id of Object.keys(routes)) {
    const branch = branchOf(id);
    const path = pathOf(branch);
    const known = found.get(path)?.branch ?? [];
    // A layout without a path has the same pattern as its page, whose branch is longer.
    if (routes[id]?.index || (branch.length > known.length && !routes[known.at(-1) ?? ""]?.index))
      found.set(path, { pattern: `/${path}`, segments: path.split("/").filter(Boolean), branch });
  }
  found.delete("*");
  return [...found.values()].sort((one, other) => sortKey(one).localeCompare(sortKey(other)));
}

/** The pattern that a path without "/assets/" matches. */
export function matchPattern(path: string, patterns: readonly Pattern[]): Pattern | undefined {
  const segmentsOfPath = path
    .replace(/\.data$/, "")
    .replace(/^\/_root$/, "/")
    .toLowerCase()
    .split("/")
    .filter(Boolean);
  return patterns.find(
    ({ segments }) =>
      (segments.at(-1) === "*"
        ? segmentsOfPath.length >= segments.length - 1
        : segmentsOfPath.length === segments.length) &&
      segments.every((segment, at) => !isFixed(segment) || segment.toLowerCase() === segmentsOfPath[at]),
  );
}

/**
 * The pattern that a path matches. It contains nothing of the path itself, which may be a secret or hostile.
 * @internal Exported for tests.
 */
export function matchedPattern(path: string, patterns: readonly Pattern[]): string {
  if (path.startsWith("/assets/")) return "/assets/*";
  return matchPattern(path, patterns)?.pattern ?? UNMATCHED;
}

let table: () => RouteTable = () => ({});
let patternsOfTable: Pattern[] | undefined;

/** Registers the route table, which is read at the first request because it is complete only when the build is loaded. */
export function registerRoutes(read: () => RouteTable): void {
  table = read;
  patternsOfTable = undefined;
}

/** The patterns of the registered routes, computed at the first call. */
export function routePatterns(): readonly Pattern[] {
  return (patternsOfTable ??= patternsOf(table()));
}

/** The pattern of a path, for the log. */
export function routePatternOf(path: string): string {
  return matchedPattern(path, routePatterns());
}
