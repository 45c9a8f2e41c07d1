/** A practical check: one @, a local part without spaces, a domain of two labels or more. */
const LOCAL = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}$/u;
const DOMAIN = /^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*\.[a-z][a-z0-9-]{0,62}$/;

/**
 * An address as it is kept: trimmed, the domain in lower case and in its ASCII form. Undefined when invalid.
 * The local part stays as written; `emailKey` decides equality.
 */
export function canonicalEmail(raw: string): string | undefined {
  const address = raw.trim();
  const at = address.lastIndexOf("@");
  if (at < 1 || address.length > 254) return undefined;
  const local = address.slice(0, at);
  const domain = asciiDomain(address.slice(at + 1));
  if (!LOCAL.test(local) || local.startsWith(".") || local.endsWith(".") || local.includes(".."))
    return undefined;
  return domain !== undefined && DOMAIN.test(domain) ? `${local}@${domain}` : undefined;
}

function asciiDomain(domain: string): string | undefined {
  if (!domain || /[\s/\\?#:@%]/.test(domain) || !URL.canParse(`http://${domain}`)) return undefined;
  return new URL(`http://${domain}`).hostname;
}

/** Under this key an address is unique: people do not think of "Ann@" and "ann@" as two. */
export function emailKey(canonical: string): string {
  return canonical.toLowerCase();
}

/** The mailbox behind an address: "ann+shop@" and "ann+news@" reach the same one. For limits, never for who is who. */
export function mailboxOf(canonical: string): string {
  return emailKey(canonical).replace(/\+[^@]*(?=@)/, "");
}
