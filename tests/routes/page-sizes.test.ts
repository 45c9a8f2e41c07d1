import { expect, it } from "vitest";
import { createEntry } from "#tests/factories/journal-entry";
import { createSignedIn } from "#tests/factories/user";
import { answer, post, visit } from "#tests/support/request";
import { wholeApplication } from "#tests/support/whole-application";
import { readEntry } from "~/domain/journal/entries/entries.server";
import { ANSWER_KEYS } from "~/domain/journal/prompt-sets/flow-shape";
import { memberFrom } from "~/domain/member/member-from-record.server";
import { action } from "~/routes/member/journal/entry-edit/route";

const MAX_PAGE_BYTES = 1_000_000;

it("edits an entry of long texts in parts, each page below a megabyte", async () => {
  const { serve } = await wholeApplication();
  const { user, secret: session } = await createSignedIn();
  const member = memberFrom(user);
  const text = "<".repeat(99_000);
  const content = {
    title: "Long",
    answers: ANSWER_KEYS.map((key) => ({ key, question: "Why?", text })),
  };
  const { _id } = await createEntry(member, { kind: "lectio", content });
  for (const part of [1, 2, 99]) {
    const { request } = await visit(`/journal/entries/${_id}/edit?part=${part}`, { session });
    const response = await serve(request);
    expect(response.status).toBe(200);
    expect((await response.text()).length).toBeLessThan(MAX_PAGE_BYTES);
  }
  const [first = "", second = ""] = ANSWER_KEYS;
  const fields = { intent: "save", version: "1", part: "1", title: "Long", [first]: "Shorter now. " };
  const args = await post(`/journal/entries/${_id}/edit`, fields, { session, params: { entryId: _id } });
  expect((await answer(() => action(args))).status).toBe(302);
  const saved = new Map((await readEntry(member, _id))?.content?.answers.map(({ key, text }) => [key, text]));
  expect(saved.get(first as never)).toMatch(/^Shorter now\. <+$/);
  expect(saved.get(second as never)).toBe(text);
});
