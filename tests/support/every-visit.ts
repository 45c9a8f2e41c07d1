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
  prayerId: "AAAAAAAAAAAAAAAAAAAAAA",
  n: "1",
  importId: "AAAAAAAAAAAAAAAAAAAAAA",
  threadId: "AAAAAAAAAAAAAAAAAAAAAA",
  key: "rhythm",
  slot: "morning",
  book: "john",
  chapter: "15",
  "*": "nothing/here",
};
export const pathOf = (id: string) =>
  `/${id
    .split(".")
    .filter((part) => !part.startsWith("_"))
    .map((part) => part.replace(/_$/, ""))
    .join("/")}`;

export type Visitor = "stranger" | "free" | "administrator" | "leaving";
type Visit = { as?: Visitor; query?: string; status?: number; why?: string };
const posts = { status: 405, why: "takes nothing but posts" };
const nothingThere = { status: 404, why: "says that there is nothing" };
const strangers = { as: "stranger" } as const;

/** Who comes with what, where it is not an administrator with the highest plan, and what answers anything but 200. */
export const VISITS: Record<string, Visit> = {
  $: nothingThere,
  "_info.404": nothingThere,
  "api.$": nothingThere,
  "bad-request": { status: 400, why: "says that the address cannot be read" },
  "address-too-long": { status: 414, why: "says that the address is too long" },
  "method-not-allowed": posts,
  "api.ab-test.assign": posts,
  "api.ab-test.convert": posts,
  "api.admin-login": posts,
  "api.auth.login": posts,
  "api.auth.logout": posts,
  "api.auth.register": posts,
  "api.change-subscription-tier": posts,
  "csp-reports": posts,
  logout: posts,
  "webhooks.stripe": posts,
  "_admin.admin.file": { status: 302, why: "without a ticket it leads back" },
  "_app.settings_.data_.download": { status: 302, why: "without a ticket it leads back" },
  "_auth.leaving_.download": { as: "leaving", status: 302, why: "without a ticket it leads back" },
  "_app.coaches_.threads.$threadId_.stream": {
    status: 302,
    why: "is the conversation for a browser that asks",
  },
  "_app.settings_.plan_.variant": { status: 302, why: "is the plan for a browser that asks" },
  "_app.resume": { status: 302, why: "nothing waits to be sent again" },
  "_app.journal.prayers_.pray": { status: 302, why: "leads to the first of the day’s few" },
  "_app.journal._index": { status: 302, why: "leads to the reflection of the hour" },
  "_auth.auth.code": { ...strangers, status: 302, why: "needs the step before it" },
  "_admin.admin.trial-keys_.revoke": { query: "key={trialKey}" },
  "_app.journal.passage": { query: "ref=Psalm%2046", status: 302, why: "leads to its chapter" },
  "_app.journal.guide": { as: "free" },
  "_auth.admin-login": strangers,
  "_auth.auth.login": strangers,
  "_auth.auth.register": strangers,
  "_auth.login": strangers,
  "_auth.leaving": { as: "leaving" },
  metrics: nothingThere,
};

/** An address with its params. */
export const filled = (text: string, params: Record<string, string>) =>
  text.replace(/\$(\w+)|\{(\w+)\}/g, (_, ...names: string[]) =>
    encodeURIComponent(params[names[0] ?? names[1] ?? ""] ?? ""),
  );
