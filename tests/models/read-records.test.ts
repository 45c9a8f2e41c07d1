import { describe, expect, it } from "vitest";
import { readRecords } from "#models/db/read-records.server";
import { JournalEntryModel } from "#models/journal-entry.server";
import { PrayerModel } from "#models/prayer.server";
import { createEntry } from "#tests/factories/journal-entry";
import { createUser } from "#tests/factories/user";
import { tripsOf } from "#tests/support/count-trips";
import { memberFrom } from "~/domain/member/member-from-record.server";

const person = async () => memberFrom(await createUser());
const NEWEST = { forDate: -1, createdAt: -1, _id: -1 } as const;

describe("what is read together", () => {
  it("is one trip, of several collections too, and each question has its own answer", async () => {
    const [member, other] = [await person(), await person()];
    for (const forDate of ["2026-11-01", "2026-11-03", "2026-11-02"]) await createEntry(member, { forDate });
    await createEntry(other, { forDate: "2026-11-04" });
    const mine = { userId: member.id };
    const read = () =>
      Promise.all([
        readRecords(JournalEntryModel, mine, { by: member.id, sort: NEWEST, limit: 2 }),
        readRecords(PrayerModel, mine, { by: member.id, limit: 5 }),
        // Asked a little later in the same turn.
        Promise.resolve().then(() =>
          readRecords(
            JournalEntryModel,
            { ...mine, forDate: { $lte: "2026-11-02" } },
            { by: member.id, fields: { forDate: 1, _id: 0 }, limit: 5 },
          ),
        ),
      ]);
    expect(await tripsOf(read)).toEqual([["aggregate"]]);
    const [newest, prayers, earlier] = await read();
    expect(newest.map(({ forDate }) => forDate)).toEqual(["2026-11-03", "2026-11-02"]);
    expect(newest[0]).toMatchObject({
      userId: member.id,
      status: "final",
      createdAt: expect.any(Date) as Date,
    });
    expect(prayers).toEqual([]);
    expect(earlier.map(({ forDate }) => forDate).sort()).toEqual(["2026-11-01", "2026-11-02"]);
    expect(earlier[0]).not.toHaveProperty("_id");
  });

  it("says the same as when each is asked alone", async () => {
    const member = await person();
    for (let day = 10; day < 25; day++) await createEntry(member, { forDate: `2026-11-${day}` });
    const questions = [3, 7, 40].map((limit) => async () => {
      const found = await readRecords(
        JournalEntryModel,
        { userId: member.id, deletedAt: null },
        { by: member.id, fields: { words: 0, marks: 0 }, sort: NEWEST, limit },
      );
      return found.map(({ _id, forDate, sealed }) => ({ _id, forDate, sealed }));
    });
    const together = await Promise.all(questions.map((ask) => ask()));
    for (const [at, ask] of questions.entries()) expect(await ask()).toEqual(together[at]);
    expect(together.map(({ length }) => length)).toEqual([3, 7, 15]);
  });

  it("is each person’s own, and another turn is another trip", async () => {
    const members = [await person(), await person()];
    const read = ({ id }: (typeof members)[number]) =>
      readRecords(JournalEntryModel, { userId: id }, { by: id, limit: 5 });
    expect(await tripsOf(() => Promise.all(members.map(read)))).toEqual([["find", "find"]]);
    expect(await tripsOf(async () => void (await read(members[0]!), await read(members[0]!)))).toEqual([
      ["find"],
      ["find"],
    ]);
  });

  it("fails together", async () => {
    const { id } = await person();
    const good = readRecords(JournalEntryModel, { userId: id }, { by: id, limit: 5 });
    const bad = readRecords(JournalEntryModel, { userId: { $what: 1 } as never }, { by: id, limit: 5 });
    const outcomes = await Promise.allSettled([good, bad]);
    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });
});
