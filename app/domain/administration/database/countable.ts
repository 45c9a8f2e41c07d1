import { z } from "zod";
import { ALL_SETS } from "~/domain/journal/prompt-sets/all";
import { TIERS } from "~/domain/member/tiers";
import { t } from "~/i18n/t";

/**
 * What may be counted on the Database page: a collection, by one field that
 * has an index, by one value of a fixed list. Nothing that is typed reaches the database as a query.
 */
export const COUNTABLE = {
  "all:users": { collection: "users", words: t("All accounts"), where: {} },
  ...choices("users", "subscriptionTier", t("Accounts on the plan"), TIERS),
  ...choices("users", "status", t("Accounts in the state"), ["active", "locked", "deleting"]),
  ...choices(
    "users",
    "promptSetPreference",
    t("Accounts with the prompt set"),
    ALL_SETS.map(({ key, name }) => [key, name]),
  ),
  "users:unverified": {
    collection: "users",
    words: t("Accounts with an unverified address"),
    where: { emailVerifiedAt: null },
  },
  "users:admin": { collection: "users", words: t("Administrators"), where: { isAdmin: true } },
  "all:entries": { collection: "journalEntries", words: t("All entries and drafts"), where: {} },
  ...choices("journalEntries", "status", t("Journal records in the state"), ["draft", "final"]),
  "all:sessions": { collection: "sessions", words: t("All sessions"), where: {} },
  ...choices("outgoingMail", "state", t("Emails in the state"), [
    "queued",
    "sending",
    "sent",
    "printed",
    "dead",
  ]),
  "all:auditEvents": { collection: "auditEvents", words: t("Audit log lines"), where: {} },
  "all:contactMessages": { collection: "contactMessages", words: t("Contact messages"), where: {} },
} as const satisfies Record<string, Countable>;

type Countable = {
  collection: string;
  words: string;
  where: Record<string, string | boolean | null>;
};

function choices(
  collection: string,
  field: string,
  words: string,
  values: readonly (string | readonly [value: string, name: string])[],
) {
  return Object.fromEntries(
    values.map((each): [string, Countable] => {
      const [value, name] = typeof each === "string" ? [each, each.replaceAll("_", " ")] : each;
      return [
        `${collection}:${field}:${value}`,
        { collection, words: t("{words} “{value}”", { words, value: name }), where: { [field]: value } },
      ];
    }),
  );
}

export function countableOf(key: string | null): Countable | null {
  return key !== null && Object.hasOwn(COUNTABLE, key)
    ? ((COUNTABLE as Record<string, Countable>)[key] ?? null)
    : null;
}

/** What the Database page takes. */
export const DatabaseSchema = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("backup") }),
    z.object({ intent: z.literal("indexes") }),
    z.object({ intent: z.literal("integrity") }),
    z.object({ intent: z.literal("sizes") }),
  ],
  t("Please use the buttons on this page."),
);
