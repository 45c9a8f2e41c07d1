/** @module-tag release */
import { load } from "cheerio";
import { expect, it } from "vitest";
import { PrayerModel } from "#models/prayers.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createSignedIn } from "#tests/factories/user";
import { MEMBER_PAGES } from "#tests/support/every-page";
import { visit } from "#tests/support/request";
import { wholeApplication } from "#tests/support/whole-application";
import { editEntry, moveToTrash } from "~/domain/journal/entries/entries.server";
import { addIntentions } from "~/domain/journal/prayers/change-intentions.server";
import { addOwnPrompt } from "~/domain/journal/prompts/own-prompts.server";
import { memberFrom } from "~/domain/member/current-member.server";

const ARABIC = /\p{Script=Arabic}/u;
const FIELDS = "textarea, input:not([type]), input[type=text], input[type=search]";

/** The text fields and the Arabic texts of a document whose direction does not follow their own letters. */
function findUndirected(html: string): string[] {
  const $ = load(html);
  $("head, script").remove();
  const fields = $(FIELDS)
    .filter((_, field) => $(field).attr("dir") === undefined)
    .map((_, field) => `field ${$(field).attr("name")}`)
    .get();
  const texts = $("body *")
    .contents()
    .filter((_, node) => node.type === "text" && ARABIC.test(node.data))
    .filter((_, node) => $(node).closest("[dir=auto], bdi, textarea, option").length === 0)
    .map((_, node) => `<${$(node).parent().prop("tagName")?.toLowerCase()}> ${$(node).text().trim()}`)
    .get();
  return [...fields, ...texts];
}

it("sets the direction of each text field and of each text of a member by its content", async () => {
  const { serve } = await wholeApplication();
  const { user, secret: session } = await createSignedIn({ firstName: "مريم", lastName: "حداد" });
  const member = memberFrom(user);
  const content = { title: "صباح هادئ", body: "مشينا قرب الماء.", tags: ["ماء"], mood: "سلام" };
  const { _id: entry } = await createEntry(member, { content });
  const answers = [{ key: "thanks" as const, question: "على ماذا تشكر؟", text: "على المطر." }];
  const { _id: examen } = await createEntry(member, { kind: "examen", content: { answers, body: "" } });
  expect(await editEntry(member, entry, { answers: {}, body: "مشينا طويلا." }, 1)).toEqual({ ok: true });
  const { _id: gone } = await createEntry(member, { content });
  await moveToTrash(member, gone);
  await addOwnPrompt(member, { text: "أين كان الماء؟", slot: "morning" });
  await addIntentions(member, { names: ["هاجر"], line: "من أجل سفرها", rhythm: { kind: "daily" } });
  const [, prayer] = (await PrayerModel.findOne().orFail().lean())._id.split(".");
  const pages = [
    ...[`/journal/entries/${entry}`, `/journal/entries/${entry}/edit`, `/journal/entries/${examen}`],
    ...[`/journal/entries/${entry}/versions?version=1`, `/journal/history/trash/${gone}`],
    ...["/journal/free", "/journal/morning", "/journal/evening", "/dashboard", `/journal/prayers/${prayer}`],
    ...["/journal/history", "/journal/history?q=ماء", "/journal/history/trash", "/journal/prompts"],
  ];
  const found: Record<string, string[]> = {};
  for (const path of ["/contact", "/offline/desk", ...MEMBER_PAGES, ...pages]) {
    const response = await serve((await visit(encodeURI(path).replaceAll("%25", "%"), { session })).request);
    const texts = findUndirected(await response.text());
    if (pages.includes(path)) expect([path, response.status]).toEqual([path, 200]);
    if (texts.length > 0) found[path] = texts;
  }
  expect(found).toEqual({});
});
