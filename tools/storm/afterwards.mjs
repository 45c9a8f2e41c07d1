import { copyFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { command, databaseNamed } from "../product.mjs";
import { takeAway } from "./deeds.mjs";

/** Runs one of the product's commands with these settings. @returns whether it was content */
export const succeeds = (settings, ...args) =>
  command(settings, args).then(
    () => true,
    () => false,
  );

const KINDS = {
  entries: (journal) => journal.entries.map(({ body }) => body),
  pictures: (journal) =>
    journal.entries.flatMap(({ body, pictures }) => (pictures?.length === 1 ? [body] : [])),
  imported: (journal) => journal.entries.map(({ body }) => body),
  intentions: (journal) => journal.intentions.map(({ name }) => name),
  messages: (journal) => journal.coachThreads.flatMap(({ messages }) => messages.map(({ text }) => text)),
};

/** Of what was acknowledged to these people, what their journals hold: how much is missing, and how much is there twice. */
export async function compare(people, notes, kept = (person) => person.kept) {
  const found = { acknowledged: 0, lost: 0, twice: 0, examples: [] };
  for (const person of people) {
    let journal = null;
    for (let tries = 0; tries < 5 && !journal; tries++) {
      await person.enter();
      journal = await takeAway(person, notes);
      if (!journal) await delay(1_000);
    }
    if (!journal) throw new Error(`The journal of ${person.name} could not be read.`);
    for (const [kind, textsOf] of Object.entries(KINDS)) {
      const times = new Map();
      for (const text of textsOf(journal)) times.set(text, (times.get(text) ?? 0) + 1);
      const lost = kept(person)[kind].filter((text) => !times.has(text));
      // Also of what no one was told of: a form that was sent again is one entry.
      const twice = [...times].filter(([text, count]) => count > 1 && / number \d/.test(text ?? ""));
      found.acknowledged += kept(person)[kind].length;
      found.lost += lost.length;
      found.twice += twice.length;
      found.examples.push(...lost.slice(0, 3).map((text) => `lost: ${text}`));
      found.examples.push(...twice.slice(0, 3).map(([text, count]) => `${count} times: ${text}`));
    }
  }
  return found;
}

/** Backups while people write: the last whole one, and what had been acknowledged when it began. */
export async function backUpOften(house, people, notes) {
  let last = null;
  for (let nth = 0; !notes.isOver; nth++) {
    const kept = new Map(people.map(({ name, kept }) => [name, structuredClone(kept)]));
    const file = path.join(house.folder, `${nth}.backup`);
    const isWhole = await succeeds(house.forCommands, "backup", file);
    notes.note(`backups: ${isWhole ? "whole" : "cut off, and said so"}`);
    if (isWhole) last = { file, kept };
    await delay(20_000);
  }
  return last;
}

/** Puts a backup into an empty folder, or an empty database, with the keys of the house. @returns the settings of what it has become */
export async function restoreAside(house, { file }) {
  const dataDir = path.join(house.folder, "restored");
  mkdirSync(dataDir, { mode: 0o700 });
  const settings = { ...house.forCommands, DATA_DIR: dataDir };
  if (house.isElsewhere) settings.MONGODB_URI = databaseNamed("storm").MONGODB_URI;
  else copyFileSync(path.join(house.dataDir, "secrets.json"), path.join(dataDir, "secrets.json"));
  return (await succeeds(settings, "restore", file)) ? settings : null;
}
