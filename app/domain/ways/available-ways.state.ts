import { BUILT_IN_WAYS } from "./built-in-ways";
import type { Way } from "./way";

/** The house's own ways, as their files were when they were last looked at. */
let given: ReadonlyMap<string, Way> = new Map();

export function setCustomWays(next: ReadonlyMap<string, Way>): void {
  given = next;
}

export const builtInWays = (): Way[] => Object.values(BUILT_IN_WAYS);
export const isBuiltInWay = (id: string): boolean => Object.hasOwn(BUILT_IN_WAYS, id);

/** A way by the name in its address. */
export const findWay = (id: string): Way | undefined =>
  isBuiltInWay(id) ? BUILT_IN_WAYS[id] : given.get(id);

/** Every way that is here, the house's own first. */
export const availableWays = (): [string, Way][] => [...given, ...Object.entries(BUILT_IN_WAYS)];
