/** Params that a route's address needs; ids of no record. */
export const PARAMS = {
  userId: "999999",
  action: "lock",
  alertId: "AAAAAAAAAAAAAAAA",
  ruleKey: "server-errors",
  weekStart: "2026-11-09",
  season: "lent-2026-02-18",
  backup: "still-and-know-2026-01-01T000000Z-AAAAAA.backup",
  promptId: "o.AAAAAAAA",
  guide: "tour",
  token: "unknown",
  file: "unknown.ics",
  entryId: "AAAAAAAAAAAAAAAAAAAAAA",
  pictureId: "AAAAAAAAAAAAAAAAAAAAAA",
  prayerId: "AAAAAAAAAAAAAAAAAAAAAA",
  n: "1",
  importId: "AAAAAAAAAAAAAAAAAAAAAA",
  threadId: "AAAAAAAAAAAAAAAAAAAAAA",
  key: "rhythm",
  slot: "morning",
  book: "john",
  chapter: "15",
  way: "lent",
  day: "1",
  "*": "nothing/here",
};

export type Visitor = "stranger" | "free" | "administrator" | "leaving";
type Visit = { as?: Visitor; query?: string; status?: number; why?: string };
const posts = { status: 405, why: "takes nothing but posts" };
const nothingThere = { status: 404, why: "says that there is nothing" };
const strangers = { as: "stranger" } as const;

/** Who comes with what, where it is not an administrator with the highest plan, and what answers anything but 200. */
export const VISITS: Record<string, Visit> = {
  "public/not-found": nothingThere,
  "public/404": nothingThere,
  "api/unknown": nothingThere,
  "member/journal/picture": nothingThere,
  "member/journal/picture-view": nothingThere,
  "programs/bad-request": { status: 400, why: "says that the address cannot be read" },
  "programs/address-too-long": { status: 414, why: "says that the address is too long" },
  "programs/method-not-allowed": posts,
  "api/journal-entries": { status: 401, why: "wants the key of a program" },
  "api/journal-export": { status: 401, why: "wants the key of a program" },
  "api/ab-test-assign": posts,
  "api/ab-test-convert": posts,
  "api/admin-login": posts,
  "api/auth-login": posts,
  "api/auth-logout": posts,
  "api/lock": posts,
  "api/auth-passkey": posts,
  "api/auth-passkey-options": posts,
  "api/passkeys": posts,
  "api/passkeys-options": posts,
  "api/auth-register": posts,
  "api/change-subscription-tier": posts,
  "programs/csp-reports": posts,
  "auth/logout": posts,
  "programs/stripe-webhook": posts,
  "admin/way": { status: 404, why: "the way of the walk is a built-in one" },
  "admin/figures-file": { status: 302, why: "without a ticket it leads back" },
  "member/settings/data-download": { status: 302, why: "without a ticket it leads back" },
  "auth/leaving-download": { as: "leaving", status: 302, why: "without a ticket it leads back" },
  "member/coaches/thread-stream": {
    status: 302,
    why: "is the conversation for a browser that asks",
  },
  "member/settings/plan-variant": { status: 302, why: "is the plan for a browser that asks" },
  "member/resume": { status: 302, why: "nothing waits to be sent again" },
  "member/journal/random": { status: 302, why: "leads to an entry of long ago, or back" },
  "member/journal/pray": { status: 302, why: "leads to the first of the day’s few" },
  "member/journal/journal": { status: 302, why: "leads to the reflection of the hour" },
  "auth/oidc": { ...strangers, ...nothingThere },
  "auth/oidc-callback": { ...strangers, ...nothingThere },
  "auth/oidc-back-channel-logout": posts,
  "auth/journal-password": { ...strangers, status: 302, why: "needs the step before it" },
  "auth/unlock": { ...strangers, status: 302, why: "nothing is locked" },
  "auth/code": { ...strangers, status: 302, why: "needs the step before it" },
  "admin/trial-keys-revoke": { query: "key={trialKey}" },
  "member/journal/passage": { query: "ref=Psalm%2046", status: 302, why: "leads to its chapter" },
  "member/journal/guide": { as: "free" },
  "auth/admin-login": strangers,
  "auth/login": strangers,
  "auth/register": strangers,
  "auth/login-short": strangers,
  "auth/leaving": { as: "leaving" },
  "auth/setup": { status: 404, why: "the house has an administrator" },
  "programs/metrics": nothingThere,
};

/** An address with its params. */
export const filled = (text: string, params: Record<string, string>) =>
  text.replace(/(?<=\/):(\w+)|\{(\w+)\}/g, (_, ...names: string[]) =>
    encodeURIComponent(params[names[0] ?? names[1] ?? ""] ?? ""),
  );
