/** An address that keeps showing the translation that was asked for; the person's own needs no word. */
export function withTranslation(address: string, asked: string | null): string {
  if (asked === null) return address;
  return `${address}${address.includes("?") ? "&" : "?"}translation=${encodeURIComponent(asked)}`;
}
