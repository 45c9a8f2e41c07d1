import { describe, expect, it, vi } from "vitest";
import { OwnPromptModel, PromptSwapModel } from "#models/prompts.server";
import { createMember } from "#tests/factories/user";
import { addOwnPrompt, listOwnPrompts } from "~/domain/journal/prompts/own-prompts.server";
import { changePrompt, promptOfDay } from "~/domain/journal/prompts/prompt-of-day.server";
import { setClock } from "~/platform/clock";
import { log } from "~/platform/log.server";

const TODAY = "2026-11-21";

async function someone() {
  setClock(() => new Date(`${TODAY}T06:12:00Z`));
  return createMember({ subscriptionTier: "tier1", promptSetPreference: "random_prompts" });
}

describe("changing the question", () => {
  it("is limited to three times, even for concurrent windows", async () => {
    const member = await someone();
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, at) => changePrompt(member, "morning", TODAY, "work.1", `form ${at}`)),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(3);
    expect(
      (await PromptSwapModel.find({}).lean()).map(({ count, ids }) => [count, new Set(ids).size]),
    ).toEqual([[3, 3]]);
    expect((await promptOfDay(member, "morning", TODAY)).swapsLeft).toBe(0);
  });

  it("is idempotent for a repeated form", async () => {
    const member = await someone();
    const first = await changePrompt(member, "morning", TODAY, "work.1", "A");
    expect(await changePrompt(member, "morning", TODAY, "work.1", "A")).toEqual(first);
    expect((await promptOfDay(member, "morning", TODAY)).swapsLeft).toBe(2);
  });

  it("repeats no question within sixty days, at one change a day", async () => {
    const member = await someone();
    const seen: string[] = [];
    for (let day = 1; day <= 12; day++) {
      const date = `2026-11-${String(day).padStart(2, "0")}`;
      const planned = (await promptOfDay(member, "evening", date)).prompt;
      const changed = await changePrompt(member, "evening", date, planned?.id ?? "");
      if (!changed.ok) throw new Error(changed.code);
      seen.push(planned?.id ?? "", changed.prompt.id);
    }
    expect(new Set(seen).size).toBe(24);
  });
});

describe("own questions", () => {
  it("are added once for a repeated form, and encrypted for their member", async () => {
    const [member, other] = [await someone(), await someone()];
    const input = { text: "Where was Zebulon?", slot: "any" as const };
    await Promise.all([addOwnPrompt(member, input, "A"), addOwnPrompt(member, input, "A")]);
    await addOwnPrompt(other, input, "A");
    expect(await listOwnPrompts(member)).toMatchObject([{ text: input.text, active: true }]);
    const [record] = await OwnPromptModel.find({ userId: member.id }).lean();
    // A text copied from another member's record cannot be decrypted with the member's own key.
    await OwnPromptModel.updateOne({ userId: other.id }, { $set: { sealed: record?.sealed } });
    vi.spyOn(log, "error").mockImplementation(() => undefined);
    expect(await listOwnPrompts(other)).toEqual([]);
  });
});
