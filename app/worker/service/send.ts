import { t } from "~/i18n/t";
import { isOfPrayers, type Fields, type FromWorker, type Unsent } from "~/worker/contract";
import { scope } from "./scope";
import { all, remove } from "./store";
import { readToday, type Person } from "./today";

const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

let sending: Promise<void> = Promise.resolve();

/** Sends what waits, one by one; whatever the server cannot take now stays. */
export function sendAll(): Promise<void> {
  sending = sending.then(sendWaiting).catch(() => undefined);
  return sending;
}

async function sendWaiting(): Promise<void> {
  const items = (await all("unsent")).sort((a, b) => a.savedAt - b.savedAt);
  if (items.length === 0) return;
  const person = await readToday();
  if (!person) return;
  const paths: string[] = [];
  for (const item of items) {
    if (item.owner !== person.owner) {
      if (Date.now() - item.savedAt > MONTH_MS) await remove("unsent", item.key);
    } else if (await send(item, person)) {
      await remove("unsent", item.key);
      paths.push(item.path);
    }
  }
  if (paths.some(isOfPrayers)) await readToday();
  if (paths.length > 0) await tell({ type: "sent", paths });
}

async function send(item: Unsent, { token }: Person): Promise<boolean> {
  const status = await submit(item.path, item.fields, token);
  // Where two thousand are carried already there is no other place for one more: it waits.
  if (status !== 409 || isOfPrayers(item.path)) return status < 400;
  // There is a later text, perhaps this person's own from elsewhere. Both stay: this one becomes another entry.
  const isEdit = item.path.endsWith("/edit");
  const answer = isEdit
    ? await submit("/journal/free", withIntent(asNewEntry(item.fields), "finish"), token)
    : await submit(item.path, withIntent(item.fields, "finish"), token);
  return answer < 400;
}

/** A changed entry as a free page. */
function asNewEntry(fields: Fields): Fields {
  const texts = fields.filter(
    ([name, value]) => !/^(_.*|intent|version|title|tags|mood|prayer)$/.test(name) && value.trim() !== "",
  );
  const title = fields.find(([name]) => name === "title")?.[1];
  return [
    ["title", title ? t("{title} (changed offline)", { title }) : t("Changed offline")],
    ["body", texts.map(([, value]) => value).join("\n\n")],
    ...fields.filter(([name]) => ["tags", "mood", "prayer", "_owner", "_submission"].includes(name)),
  ];
}

const withIntent = (fields: Fields, intent: string): Fields => [
  ...fields.filter(([name]) => !["intent", "_auto"].includes(name)),
  ["intent", intent],
];

/** Posts a form as its page would, and answers the status. A session that has ended counts as refused. */
async function submit(path: string, fields: Fields, token: string): Promise<number> {
  const body = new URLSearchParams(fields);
  body.set("_token", token);
  const answer = await fetch(path, { method: "POST", body, redirect: "follow" });
  return new URL(answer.url).pathname.startsWith("/auth/") ? 401 : answer.status;
}

async function tell(message: FromWorker): Promise<void> {
  for (const client of await scope.clients.matchAll({ type: "window" })) client.postMessage(message);
}
