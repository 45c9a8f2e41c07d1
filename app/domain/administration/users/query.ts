import { TIERS, type Tier } from "~/domain/member/tiers";

/** What the list of users is asked for; what makes no sense is left out rather than refused. */
export type UserFilters = {
  /** The beginning of a username or an email address, or a number. */
  q?: string;
  tier?: Tier;
  verified?: "yes" | "no";
  status?: UserStatus;
  admin?: true;
  /** Not used for a year. */
  unused?: true;
};

const USER_STATUSES = ["active", "locked", "deleting"] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

const oneOf = <T extends string>(list: readonly T[], value: string | null): T | undefined =>
  list.find((item) => item === value);

export function userFiltersFrom(query: URLSearchParams): UserFilters {
  return {
    q: query.get("q")?.trim().slice(0, 100).toWellFormed() || undefined,
    tier: oneOf(TIERS, query.get("tier")),
    verified: oneOf(["yes", "no"] as const, query.get("verified")),
    status: oneOf(USER_STATUSES, query.get("status")),
    admin: query.get("admin") === "1" ? true : undefined,
    unused: query.get("unused") === "1" ? true : undefined,
  };
}

/** An address's query, "" when there is nothing to say. */
export function queryString(parts: Record<string, string | number | true | null | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts))
    if (value !== undefined && value !== null && value !== "")
      query.set(name, value === true ? "1" : String(value));
  const text = query.toString();
  return text ? `?${text}` : "";
}

/**
 * Where a page of the list begins. Without a search the newest come first, by number. A search gives usernames in their
 * order, and then those whose email address alone begins so.
 */
export type UserCursor =
  { by: "id"; before: number } | { by: "username"; after: string } | { by: "email"; after: string };

export function writeUserCursor(cursor: UserCursor): string {
  if (cursor.by === "id") return String(cursor.before);
  return `${cursor.by === "username" ? "u" : "e"}.${cursor.after}`;
}

/** What `writeUserCursor` wrote; undefined for anything else, which then means the first page. */
export function readUserCursor(text: string | null): UserCursor | undefined {
  if (!text || text.length > 330) return undefined;
  if (/^\d{1,15}$/.test(text)) return { by: "id", before: Number(text) };
  const [, by, after = ""] = /^([ue])\.(.*)$/s.exec(text) ?? [];
  if (!by || !after.isWellFormed()) return undefined;
  return { by: by === "u" ? "username" : "email", after };
}

/** A pattern for keys that begin so. */
export function beginsWith(text: string): RegExp {
  return new RegExp(`^${text.toLowerCase().replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&")}`);
}
