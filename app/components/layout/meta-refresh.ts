import type { useMatches } from "@remix-run/react";

/** How long a page waits until it is read again, in seconds, where there is no script: `handle = { reloads: (data) => 3 }`. */
export function metaRefreshSeconds({ handle, data: loaded }: ReturnType<typeof useMatches>[number]): number {
  const reloads = typeof handle === "object" && handle !== null && "reloads" in handle && handle.reloads;
  return typeof reloads === "function" && loaded ? Number(reloads(loaded)) || 0 : 0;
}
