import type { ActionFunctionArgs } from "@remix-run/node";
import { describe, expect, it } from "vitest";
import { createSignedIn } from "#tests/factories/user";
import { PARAMS } from "#tests/support/every-visit";
import fc, { anyCharacters } from "#tests/support/properties";
import { ORIGIN, submit } from "#tests/support/request";
import { pathOf, routeId } from "#tests/support/route-table";

/** Sends random forms to every action. FORMS_TRIED and PROPERTY_SEED try more. */
const FORMS_TRIED = Number(process.env.FORMS_TRIED ?? 6);

type FormAction = (args: ActionFunctionArgs) => unknown;
const modules = import.meta.glob<{ action?: FormAction }>("/app/routes/**/*.{ts,tsx}", { eager: true });
const actions = Object.entries(modules).flatMap(([file, { action }]) => {
  const id = routeId(file);
  return id && action ? [{ id, action }] : [];
});

/** The source of our pages and schemas, for field names and button values. */
const sources = Object.values(
  import.meta.glob<string>(
    ["/app/{routes,components}/**/*.tsx", "/app/domain/**/*.ts", "!/app/domain/**/*.test.ts"],
    {
      eager: true,
      query: "?raw",
      import: "default",
    },
  ),
).join("\n");
const found = (pattern: RegExp) =>
  [...new Set([...sources.matchAll(pattern)].map(([, word]) => word ?? ""))].sort();
const NAMES = [
  "intent",
  ...found(/\bname="(\w{2,30})"/g),
  ...found(/^ {2,4}(\w{2,30}): (?:z\b|\w+(?:Text|Field)\b)/gm),
];
const VALUES = found(/(?:\bvalue="|z\.literal\(")([\w-]{2,30})"/g);

const NUMBERS = ["", "0", "-1", "1e309", "NaN", "9007199254740993", "2026-02-30", "0000-00-00", "25:61"];
const CRAFTED = [
  "__proto__",
  "constructor",
  "$where",
  "../../etc/passwd",
  "\u202e",
  "%00",
  "\ud83d",
  "[object Object]",
];
const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...VALUES) },
  fc.constantFrom(...NUMBERS, ...CRAFTED, "a@b.example", '{"$ne":null}'),
  anyCharacters(60),
  fc.string({ unit: "grapheme", maxLength: 400 }),
  fc.constant("long ".repeat(8_000)),
);
const form = fc
  .tuple(fc.constantFrom(...VALUES), fc.array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 12 }))
  .map(([intent, pairs]) => ({ ...Object.fromEntries(pairs), intent }) as Record<string, string>);

async function send(
  { id, action }: (typeof actions)[number],
  fields: Record<string, string>,
  session?: string,
) {
  return submit(action, pathOf(id), fields, { session, params: PARAMS, headers: { Origin: ORIGIN } });
}

const WORDS = "Words that someone has thought about for an hour.";

describe("form of random fields", () => {
  it("uses actions, names and values of the application", () => {
    expect(actions.length).toBeGreaterThan(40);
    expect(NAMES).toEqual(expect.arrayContaining(["email", "body", "timezone", "version"]));
    expect(VALUES).toEqual(expect.arrayContaining(["draft", "export", "restore"]));
  });

  it.each(actions.map((action) => [action.id, action] as const))(
    "gets no 5xx from %s, and its text again",
    async (_id, action) => {
      const { secret } = await createSignedIn({ subscriptionTier: "tier2", isAdmin: true });
      await fc.assert(
        fc.asyncProperty(form, fc.boolean(), async (fields, isMember) => {
          const { status, data } = await send(
            action,
            { ...fields, body: WORDS },
            isMember ? secret : undefined,
          );
          expect(status).toBeLessThan(500);
          const shown = (data as { lastResult?: { status?: string } } | undefined)?.lastResult;
          if (status >= 400 && shown) expect(JSON.stringify(data)).toContain(WORDS);
        }),
        { numRuns: FORMS_TRIED, endOnFailure: true },
      );
    },
    60_000,
  );
});
