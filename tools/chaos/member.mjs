import { setTimeout as delay } from "node:timers/promises";
import { Client, hiddenFields, importJournal } from "../client.mjs";
import { PASSWORD } from "../instance.mjs";

/** Statuses that announce a temporary failure: the client sends the same request again. */
const TEMPORARY = new Set([503, 507]);
const MAX_ATTEMPTS = 60;
const PAGES = ["/dashboard", "/journal/history", "/journal/prayers", "/insights", "/settings/data", "/"];

/** A member who retries each request until it succeeds, and records the acknowledged writes. */
export class Member extends Client {
  acknowledged = { entries: [], intentions: [] };

  constructor({ name, email, address, origin, onStatus }) {
    super(origin, address);
    Object.assign(this, { name, email, onStatus });
  }

  /** Sends a request, and retries it unchanged at either server. */
  async get(path, init) {
    for (let attempt = 1; ; attempt++) {
      const response = await super.get(path, init).catch(() => undefined);
      const status = response?.status ?? "no response";
      this.onStatus(status);
      if (response && !TEMPORARY.has(status)) return response;
      if (attempt === MAX_ATTEMPTS)
        throw new Error(`${path} failed ${attempt} times, at last with ${status}.`);
      await delay(700);
    }
  }

  enter() {
    return this.signIn(this.email, PASSWORD);
  }

  /** Submits the form of a page that contains `mark`. */
  async submit(path, mark, fields) {
    let page = await this.get(path);
    if (page.location.includes("/login")) {
      await this.enter();
      page = await this.get(path);
    }
    const hidden = hiddenFields(page.text, mark);
    if (!hidden) throw new Error(`${path} was answered with ${page.status} and without a form of ${mark}.`);
    return this.post(path, new URLSearchParams([...hidden, ...Object.entries(fields)]));
  }

  /** Exports the whole journal as JSON. */
  async exportJournal() {
    const fields = { intent: "export", format: "json", currentPassword: PASSWORD };
    const { location } = await this.submit("/settings/data", 'value="export"', fields);
    const { text } = await this.get(location);
    return JSON.parse(text);
  }
}

export async function writeEntries(member, over) {
  for (let nth = 0; !over.aborted; nth++) {
    const body = `Entry ${member.name} number ${nth} end`;
    const { location } = await member.submit("/journal/free", 'name="body"', { body, intent: "finish" });
    if (location.includes("/journal/entries/")) member.acknowledged.entries.push(body);
    await delay(300);
  }
}

export async function addIntentions(member, over) {
  for (let nth = 0; !over.aborted && nth < 200; nth++) {
    const name = `Intention ${member.name} number ${nth} end`;
    const fields = { intent: "add", name, line: "", rhythm: "daily" };
    const { location } = await member.submit("/journal/prayers", 'value="add"', fields);
    if (location.startsWith("/journal/prayers")) member.acknowledged.intentions.push(name);
    await delay(4_000);
  }
}

/** Imports up to 25 files of five entries, fewer than the sixty files that an account may import a day. */
export async function importEntries(member, over) {
  for (let nth = 0; !over.aborted && nth < 25; nth++) {
    const bodies = Array.from({ length: 5 }, (_, at) => `Imported ${member.name} number ${nth}.${at} end`);
    const at = "2026-01-09T10:00:00Z";
    const entries = bodies.map((body, day) => ({
      ...{
        id: `storm-${member.name}-${nth}-${day}`,
        kind: "free",
        slot: "none",
        forDate: `2026-01-0${day + 1}`,
      },
      ...{ createdAt: at, updatedAt: at, body },
    }));
    if (await importJournal(member, { schema: "still-and-know/journal", version: 1, entries }))
      member.acknowledged.entries.push(...bodies);
    await delay(10_000);
  }
}

/** Creates an API key and adds entries through the JSON API. */
export async function callApi(member, over) {
  const fields = { intent: "create", name: "Storm", scope: "add", currentPassword: PASSWORD };
  const { text } = await member.submit("/settings/data/keys", 'value="create"', fields);
  const key = /snk_[\w-]{43}/.exec(text)?.[0];
  for (let nth = 0; !over.aborted && nth < 250; nth++) {
    const body = `Entry ${member.name} by program number ${nth} end`;
    const headers = {
      ...{ Authorization: `Bearer ${key}`, Cookie: "", "Content-Type": "application/json" },
      "Idempotency-Key": `storm-${nth}`,
    };
    const init = { method: "POST", body: JSON.stringify({ body }), headers };
    const { status } = await member.get("/api/journal/entries", init);
    if (status === 201) member.acknowledged.entries.push(body);
    await delay(3_000);
  }
}

export async function readPages(member, over) {
  for (let nth = 0; !over.aborted; nth++) {
    if (nth % 20 === 0) member.signOut();
    const { location } = await member.get(PAGES[nth % PAGES.length]);
    if (location.includes("/login")) await member.enter();
    await delay(150);
  }
}
