import { expect, it } from "vitest";
import { JournalEntryModel } from "#models/journal-entry.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createMember, createSignedIn } from "#tests/factories/user";
import { answer, post } from "#tests/support/request";
import { memberFrom } from "~/domain/member/current-member.server";
import { now } from "~/platform/clock";
import { action } from "~/routes/member/journal/trash";

it("erases the whole trash of its owner and nothing else", async () => {
  const { user, secret: session } = await createSignedIn();
  const member = memberFrom(user);
  const other = await createMember();
  const deletedAt = new Date(now().getTime() - 60_000);
  for (let at = 0; at < 3; at++) await createEntry(member, { deletedAt });
  const kept = await createEntry(member);
  const foreign = await createEntry(other, { deletedAt });
  const args = await post("/journal/history/trash", { intent: "empty" }, { session });
  expect(await answer(() => action(args))).toMatchObject({ status: 302, location: "/journal/history/trash" });
  const ids = (await JournalEntryModel.find({}, { _id: 1 }).lean()).map(({ _id }) => _id);
  expect(ids.sort()).toEqual([kept, foreign].map((entry) => entry._id).sort());
});
