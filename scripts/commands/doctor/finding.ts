/** Result of one check. "wrong" needs a fix; "note" needs no action, or reports a check that was not possible. */
export type Finding = { what: string; state: "good" | "note" | "wrong"; words: string };

export const newFinding = (what: string, state: Finding["state"], words: string): Finding => ({
  what,
  state,
  words,
});

/** "1.5 GB", "120 MB" */
export const formatMegabytes = (bytes: number): string =>
  bytes >= 1e9 ? `${Math.round(bytes / 1e8) / 10} GB` : `${Math.round(bytes / 1e6)} MB`;
