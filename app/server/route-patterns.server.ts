/** What the framework knows of its routes, as much of it as says where they are. */
type RouteTable = Record<
  string,
  { id: string; parentId?: string; path?: string; index?: boolean } | undefined
>;

export type Pattern = {
  pattern: string;
  segments: string[];
  /** The route that answers here and its parents, the root first. */
  branch: string[];
};

/**
 * Logged where no route matches: a made-up address may hold anything.
 * @internal Exported for tests.
 */
export const UNMATCHED = "unmatched";

const isFixed = (segment: string) => !segment.startsWith(":") && segment !== "*";
/** Routes that say more come first, as the framework prefers them. */
const weight = ({ segments }: Pattern) => segments.map((segment) => (isFixed(segment) ? "0" : "1")).join("");

/**
 * The patterns of all routes, "/journal/entries/:entryId". The not-found page has none.
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
    // Layouts without a path of their own lie over the same address as the page in them.
    if (routes[id]?.index || (branch.length > known.length && !routes[known.at(-1) ?? ""]?.index))
      found.set(path, { pattern: `/${path}`, segments: path.split("/").filter(Boolean), branch });
  }
  found.delete("*");
  return [...found.values()].sort((one, other) => weight(one).localeCompare(weight(other)));
}

/** The pattern that a path without "/assets/" matches. */
export function matchPattern(path: string, patterns: readonly Pattern[]): Pattern | undefined {
  const asked = path
    .replace(/\.data$/, "")
    .replace(/^\/_root$/, "/")
    .toLowerCase()
    .split("/")
    .filter(Boolean);
  return patterns.find(
    ({ segments }) =>
      (segments.at(-1) === "*" ? asked.length >= segments.length - 1 : asked.length === segments.length) &&
      segments.every((segment, at) => !isFixed(segment) || segment.toLowerCase() === asked[at]),
  );
}

/**
 * The pattern that a path matches, as text. Never anything of the path itself, which may hold a secret or a hostile text.
 * @internal Exported for tests.
 */
export function matchedPattern(path: string, patterns: readonly Pattern[]): string {
  if (path.startsWith("/assets/")) return "/assets/*";
  return matchPattern(path, patterns)?.pattern ?? UNMATCHED;
}

let table: () => RouteTable = () => ({});
let known: Pattern[] | undefined;

/** Told at the start. The table is there only when the whole server is loaded, so it is read with the first request. */
export function registerRoutes(read: () => RouteTable): void {
  table = read;
  known = undefined;
}

/** The patterns of the routes that are told. */
export function routePatterns(): readonly Pattern[] {
  return (known ??= patternsOf(table()));
}

/** The route of a path, for the log. */
export function routePatternOf(path: string): string {
  return matchedPattern(path, routePatterns());
}
