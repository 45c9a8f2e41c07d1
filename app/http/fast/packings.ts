/** What a browser says to take, and not with `q=0`; the best first. */
const PACKINGS = [
  ["br", /\bbr\b(?!\s*;\s*q=0(?![.\d]*[1-9]))/],
  ["gzip", /\bgzip\b(?!\s*;\s*q=0(?![.\d]*[1-9]))/],
] as const;

export type Packing = (typeof PACKINGS)[number][0];

/**
 * The best packing that a browser takes.
 * @param accepted its `Accept-Encoding` (RFC 9110, 12.5.3)
 */
export function packingOf(accepted = ""): Packing | undefined {
  return PACKINGS.find(([, said]) => said.test(accepted))?.[0];
}
