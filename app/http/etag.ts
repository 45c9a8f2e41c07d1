/** Whether the tag of an answer is among those that an If-None-Match header names: then the client has it already. */
export function matchesEtag(ifNoneMatch: string | null, etag: string): boolean {
  return (ifNoneMatch ?? "").split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
