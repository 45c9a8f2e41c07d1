import { setTimeout as delay } from "node:timers/promises";
import { inflateRawSync } from "node:zlib";
import sharp from "sharp";
import { PASSWORD } from "./person.mjs";

/** What people do all day. Each goes on until the storm is over; what the house acknowledges is remembered. */

export async function write(person, notes) {
  for (let nth = 0; !notes.isOver; nth++) {
    const body = `Entry ${person.name} number ${nth} end`;
    const answer = await person.send("entries", "/journal/free", 'name="body"', { body, intent: "finish" });
    if (answer?.location?.includes("/journal/entries/")) person.kept.entries.push(body);
    await delay(300);
  }
}

export async function pray(person, notes) {
  for (let nth = 0; !notes.isOver && nth < 200; nth++) {
    const name = `Intention ${person.name} number ${nth} end`;
    const fields = { intent: "add", name, line: "", rhythm: "daily" };
    const answer = await person.send("intentions", "/journal/prayers", 'value="add"', fields);
    if (answer?.status === 302 && answer.location?.includes("/journal/prayers"))
      person.kept.intentions.push(name);
    await delay(4_000);
  }
}

const PAGES = [
  "/dashboard",
  "/journal/history",
  "/journal/history?q=number",
  "/journal/history/month",
  "/journal/prayers",
  "/insights",
  "/settings/data",
  "/bible/john/15",
  "/",
];

export async function read(person, notes) {
  for (let turn = 0; !notes.isOver; turn++) {
    const answer = await notes.ask("pages read", () => person.go(PAGES[turn % PAGES.length]));
    if (answer?.location?.includes("/login")) await person.enter();
    await delay(150);
  }
}

/** Leaves, and comes again. */
export async function comeAndGo(person, notes) {
  while (!notes.isOver) {
    person.signOut();
    await person.enter();
    await delay(2_000);
  }
}

/** Pages with a picture each, no two alike. Nobody may take in more than a hundred and twenty an hour. */
export async function lay(person, notes) {
  for (let nth = 0; !notes.isOver && nth < 100; nth++) {
    const hidden = await person.form("/journal/free", 'name="pictures"');
    const body = `Entry ${person.name} picture number ${nth} end`;
    const form = new FormData();
    for (const [name, value] of hidden ?? []) form.append(name, value);
    form.append("body", body);
    form.append("intent", "finish");
    form.append("pictures", new Blob([await pictureOf(nth)]), "page.jpg");
    for (let tries = 0; hidden && tries < 12; tries++) {
      const answer = await notes.ask("pictures", () => person.post("/journal/free", form));
      if (answer?.location?.includes("/journal/entries/")) person.kept.pictures.push(body);
      if (answer && answer.status !== 503 && answer.status !== 507) break;
      await delay(700);
    }
    await delay(6_000);
  }
}

const pictureOf = (nth) =>
  sharp({ create: { width: 800 + nth, height: 600, channels: 3, background: "#996633" } })
    .jpeg()
    .toBuffer();

/** A program with a key of the person's adds pages. The same page sent again is one entry. */
export async function program(person, notes) {
  const key = await keyFor(person);
  if (!key) return notes.note("programs: no key");
  for (let nth = 0; !notes.isOver && nth < 250; nth++) {
    const body = `Entry ${person.name} program number ${nth} end`;
    const headers = { "Content-Type": "application/json", "Idempotency-Key": `storm-${nth}` };
    const page = { method: "POST", body: JSON.stringify({ body }), headers };
    for (let tries = 0; tries < 12; tries++) {
      const answer = await notes.ask("programs", () => person.call("/api/journal/entries", key, page));
      if (answer?.status === 201) person.kept.entries.push(body);
      if (answer && answer.status !== 503 && answer.status !== 507) break;
      await delay(700);
    }
    await delay(3_000);
  }
}

/** A key that may add pages; it is shown once. Undefined where it did not come. */
async function keyFor(person) {
  const fields = { intent: "create", name: "Storm", scope: "add", currentPassword: PASSWORD };
  const answer = await person.send("programs", "/settings/data/keys", 'value="create"', fields);
  return /snk_[\w-]{43}/.exec(answer?.text ?? "")?.[0];
}

/** A journal from elsewhere, five entries at a time. */
export async function bring(person, notes) {
  for (let nth = 0; !notes.isOver && nth < 25; nth++) {
    const bodies = Array.from({ length: 5 }, (_, at) => `Imported ${person.name} number ${nth}.${at} end`);
    const entries = bodies.map((body, at) => ({
      ...{
        id: `storm-${person.name}-${nth}-${at}`,
        kind: "free",
        slot: "none",
        forDate: "2026-01-0" + (at + 1),
      },
      ...{ createdAt: "2026-01-09T10:00:00Z", updatedAt: "2026-01-09T10:00:00Z", body },
    }));
    if (await bringFile(person, notes, { schema: "still-and-know/journal", version: 1, entries }))
      person.kept.imported.push(...bodies);
    await delay(10_000);
  }
}

async function bringFile(person, notes, file) {
  const hidden = await person.form("/settings/data", 'value="import"');
  if (!hidden) return false;
  const body = new FormData();
  for (const [name, value] of hidden) body.append(name, value);
  body.append("intent", "import");
  body.append("file", new Blob([JSON.stringify(file)]), "journal.json");
  const taken = await notes.ask("imports: file", () => person.post("/settings/data", body));
  const place = taken?.location;
  if (!place?.startsWith("/settings/data/import/")) return false;
  await person.send("imports: confirmed", place, 'value="confirm"', { intent: "confirm" });
  const report = await notes.ask("imports: report", () => person.go(place));
  return /5 entries imported/.test(report?.text ?? "");
}

/** The whole journal as JSON; null where it did not come. */
export async function takeAway(person, notes) {
  const fields = { intent: "export", format: "json", currentPassword: PASSWORD };
  const asked = await person.send("exports: asked", "/settings/data", 'value="export"', fields);
  if (!asked?.location?.includes("ticket=")) return null;
  const answer = await notes.ask("exports: file", () => person.go(asked.location));
  if (answer?.status !== 200) return null;
  try {
    const journal = JSON.parse(journalIn(answer.bytes));
    notes.note("exports: whole");
    return journal;
  } catch {
    notes.note("exports: cut off");
    return null;
  }
}

/** With pictures it is the first file of an archive. */
function journalIn(bytes) {
  if (bytes.readUInt32LE(0) !== 0x04034b50) return bytes.toString("utf8");
  return inflateRawSync(bytes.subarray(30 + bytes.readUInt16LE(26) + bytes.readUInt16LE(28))).toString(
    "utf8",
  );
}

export async function takeAwayOften(person, notes) {
  while (!notes.isOver) {
    await takeAway(person, notes);
    await delay(6_000);
  }
}

/** Talks with a coach, whose answers come in pieces. */
export async function talk(person, notes) {
  let thread;
  for (let nth = 0; !notes.isOver; nth++) {
    thread ??= await beginTalk(person);
    if (thread) {
      const message = `Message ${person.name} number ${nth} end`;
      const mark = 'value="send"';
      const to = `${thread}/stream`;
      const answer = await person.send(
        "messages to coaches",
        thread,
        mark,
        { intent: "send", message },
        { to },
      );
      if (answer?.text.includes("event: kept")) person.kept.messages.push(message);
      if (answer?.text.includes("event: done")) notes.note("coaches’ streams: whole");
      else if (answer) notes.note("coaches’ streams: cut off or refused");
      // Closed after a few turns, or the day's messages are used: another conversation, or none.
      if (!answer?.text.includes("event: done")) thread = undefined;
    }
    await delay(3_000);
  }
}

async function beginTalk(person) {
  const begun = await person.send("conversations", "/coaches/rhythm", 'value="start"', { intent: "start" });
  const thread = begun?.location?.split("#")[0];
  if (!thread?.startsWith("/coaches/threads/")) return undefined;
  await person.send("consents", thread, 'value="consent"', { intent: "consent", message: "" });
  return thread;
}
