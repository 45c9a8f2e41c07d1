/** @module-tag release */
import { describe, expect, it } from "vitest";
import { createSignedIn } from "#tests/factories/user";
import { PARAMS } from "#tests/support/every-visit";
import { FORMS, type TestedForm } from "#tests/support/form-manifest";
import { answer, post, type Answered } from "#tests/support/request";
import { pathOf } from "#tests/support/route-table";
import { UNREADABLE_TEXT } from "~/http/form/multipart-form.server";

/** Sends each field of each form with a value that cannot be typed, and the other fields with valid ones. */
type Reply = { lastResult?: { error?: Record<string, string[]>; initialValue?: Record<string, unknown> } };

const PLACE = "HERE";
const SECRETS = /password|code/i;
/** Forms that need a state of their own. */
const GUARDED = ["auth/pending-deletion", "auth/setup", "auth/code", "auth/journal-password", "auth/unlock"];
const forms = FORMS.filter(({ id }) => !id.startsWith("api/") && !GUARDED.includes(id));
const fieldsOf = ({ fields }: TestedForm) => Object.keys(fields).filter((name) => name !== "intent");
const byRoute = [...new Set(forms.map(({ id }) => id))].map(
  (id) => [id, forms.filter((form) => form.id === id)] as const,
);

async function send(
  { id, action, fields }: TestedForm,
  session: string | undefined,
  value = "",
): Promise<Answered> {
  const { request, ...args } = await post(pathOf(id), fields, { session, params: PARAMS });
  const body = (await request.text()).replace(PLACE, value);
  return answer(() =>
    action({
      ...args,
      request: new Request(request.url, { method: "POST", headers: request.headers, body }),
    }),
  );
}

function expectTexts(data: unknown, { fields }: TestedForm, except: string) {
  const { lastResult } = data as Reply;
  if (!lastResult) return;
  for (const [name, typed] of Object.entries(fields))
    if (name !== except && !SECRETS.test(name) && !name.startsWith("_"))
      expect([lastResult.initialValue?.[name]].flat(), name).toEqual([typed]);
}

async function visitor(id: string): Promise<string | undefined> {
  if (/^auth\//.test(id)) return undefined;
  const { secret } = await createSignedIn({ subscriptionTier: "tier2", isAdmin: true });
  return secret;
}

describe("field with an unstorable character", () => {
  it("is tested in the forms of every area", () => {
    expect(byRoute.length).toBeGreaterThan(45);
    expect(forms.length).toBeGreaterThan(100);
  });

  it.each(byRoute)("is reported when it is sent to %s, and the form keeps its text", async (id, variants) => {
    const session = await visitor(id);
    for (const form of variants) {
      for (const name of fieldsOf(form)) {
        for (const escape of ["%00", "%FF"]) {
          const sent = { ...form, fields: { ...form.fields, [name]: `a ${PLACE} b` } };
          const { status, data } = await send(sent, session, escape);
          expect([status, name]).toEqual([400, name]);
          expect((data as Reply).lastResult?.error?.[name]).toContain(UNREADABLE_TEXT);
          expectTexts(data, form, name);
          if (!SECRETS.test(name)) expect(JSON.stringify(data)).toContain("a \ufffd b");
        }
      }
    }
  });
});

const ODD = ["0000-01-01", "9999-12-31", "-1", "1e309", "9007199254740993"];

describe("field with a value out of range", () => {
  it.each(byRoute)(
    "causes no 5xx when it is sent to %s, and a refused form keeps its text",
    async (id, variants) => {
      const session = await visitor(id);
      for (const form of variants) {
        for (const name of fieldsOf(form)) {
          for (const value of ODD) {
            const sent = { ...form, fields: { ...form.fields, [name]: value } };
            const { status, data } = await send(sent, session);
            expect(status, `${name}=${value}`).toBeLessThan(500);
            if (status === 400) expectTexts(data, form, name);
          }
        }
      }
    },
  );
});
