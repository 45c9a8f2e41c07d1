/**
 * The range of addresses that is stored with a session, as people read it: what is not known of an address is an x.
 * "192.0.2.0/24" is "192.0.2.x", "2001:db8:1:200::/56" is "2001:db8:1:2xx:x:x:x:x".
 */
export function networkInWords(network: string): string {
  return network
    .replace(/\.0\/24$/, ".x")
    .replace(
      /:([0-9a-f]{1,4})::\/56$/,
      (_, group: string) => `:${group === "0" ? "" : group.slice(0, -2)}xx:x:x:x:x`,
    );
}
