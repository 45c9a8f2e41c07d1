import { it } from "vitest";
import { writeFileSync } from "node:fs";
import { JournalEntryModel } from "#models/journal-entry.server";
import { anEntry, createEntries } from "#tests/factories/journal-entry";
import { createMember } from "#tests/factories/user";
import { addDays } from "~/domain/journal/local-day";
import { searchHistory } from "~/domain/journal/search-history.server";
import { listHistory } from "~/domain/journal/list-history.server";

it("bench", { timeout: 400_000 }, async () => {
  const out: string[] = [];
  const vocab = Array.from({ length: 6000 }, (_, n) => `word${n.toString(36)}`);
  const word = (r: number) => vocab[Math.floor(vocab.length * r ** 3)] ?? "x";
  const text = () => Array.from({ length: 100 }, () => word(Math.random())).join(" ");
  const people = [];
  for (const count of [100, 7300]) {
    const member = await createMember();
    people.push([count, member] as const);
    for (let n = 0; n < count; n += 100) {
      await createEntries(
        Array.from({ length: 100 }, (_, k) =>
          anEntry(member, {
            forDate: addDays("2026-11-20", -Math.floor((n + k) / 2)),
            content: { body: (n + k === count - 3 ? "Zebulon " : "") + ((n + k) % 2 ? "god " : "") + text() },
          }),
        ),
      );
    }
  }
  const queries = {
    "first page": (m: never) => listHistory(m),
    common: (m: never) => searchHistory(m, { q: "god" }),
    rare: (m: never) => searchHistory(m, { q: "zebulon" }),
    none: (m: never) => searchHistory(m, { q: "habakkuk" }),
    "two common": (m: never) => searchHistory(m, { q: "word0 word1" }),
    "common, none": (m: never) => searchHistory(m, { q: "word0 habakkuk" }),
    "two common filtered": (m: never) => searchHistory(m, { q: "word0 word1", kind: "free" }),
  };
  for (const [name, run] of Object.entries(queries)) {
    const times: number[][] = people.map(() => []);
    for (let k = 0; k < 11; k++) {
      for (const [at, [, member]] of people.entries()) {
        const t = performance.now();
        await run(member as never);
        times[at]!.push(performance.now() - t);
      }
    }
    for (const [at, [count]] of people.entries()) {
      const s = times[at]!.sort((a, b) => a - b);
      out.push(`${count} ${name}: min ${s[0]?.toFixed(1)} median ${s[5]?.toFixed(1)} max ${s[10]?.toFixed(1)}`);
    }
  }
  const ex2 = await JournalEntryModel.collection.find({ deletedAt: { $gt: new Date(0), $lte: new Date() } }).explain("executionStats");
  out.push(`purge explain: ${JSON.stringify(ex2).slice(0, 500)}`);
  writeFileSync("/tmp/search-bench2.txt", out.join("\n"));
});
