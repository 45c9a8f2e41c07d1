import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { isOfPrayers, typed, type Fields, type QueuedForm } from "~/worker/messages";
import { requireKey } from "./device-key";
import { refreshDay, type Person } from "./offline-day";
import { sendPendingEnd } from "./pending-end";
import { decryptUnsent } from "./queue";
import { tell } from "./scope";
import { all, remove, replace } from "./store";

const MONTH_MS = 30 * 24 * 60 * 60 * 1000;
/** Answers that say something of the form itself: it is too long, there is no room, too many are there. */
const OF_THE_FORM = [400, 409, 413, 415, 507];
const MOST_SHOWN = 80;

let sending: Promise<void> = Promise.resolve();

/** Sends what waits, one by one; whatever the server cannot take now stays. */
export function flushQueue(): Promise<void> {
  sending = sending.then(sendWaiting).catch(() => undefined);
  return sending;
}

async function sendWaiting(): Promise<void> {
  await sendPendingEnd();
  const stored = (await all("unsent")).sort((a, b) => a.savedAt - b.savedAt);
  if (stored.length === 0) return;
  const person = await refreshDay();
  if (!person) return;
  const held = await requireKey(person.owner);
  if (!held) return;
  const sentPaths: string[] = [];
  const refused: QueuedForm[] = [];
  for (const each of stored) {
    if (each.owner !== person.owner) {
      if (Date.now() - each.savedAt > MONTH_MS) await remove("unsent", each.key);
      continue;
    }
    // Encrypted for a key that the account no longer has, after a journal was begun again.
    const item = await decryptUnsent(each, held.privateKey).catch(() => undefined);
    if (!item) continue;
    const status = await send(item, person);
    if (status < 400) {
      await remove("unsent", each.key);
      sentPaths.push(item.path);
    } else if (OF_THE_FORM.includes(status)) {
      await replace("unsent", { ...each, isRefused: true });
      refused.push(item);
    }
  }
  if (sentPaths.some(isOfPrayers)) await refreshDay();
  if (sentPaths.length > 0) await tell({ type: "sent", paths: sentPaths });
  // Said again whenever the house is opened, as long as it waits.
  if (refused.length > 0) await tell({ type: "refused", words: refused.map(wordsOf).join(" · ") });
}

function wordsOf({ fields }: QueuedForm): string {
  const words = typed(fields)[0]?.[1].trim() ?? "";
  return words.length > MOST_SHOWN ? `${words.slice(0, MOST_SHOWN)}…` : words;
}

/** Sends one, and answers the status. */
async function send(item: QueuedForm, { token }: Person): Promise<number> {
  const { path, fields, pictures } = item;
  const status = await submit(path, fields, token, pictures);
  // Where two thousand are carried already there is no other place for one more: it waits.
  if (status !== 409 || isOfPrayers(item.path)) return status;
  // There is a later text, perhaps this person's own from elsewhere. Both stay: this one becomes another entry.
  const isEdit = item.path.endsWith("/edit");
  return isEdit
    ? submit(paths.freePage(), withIntent(asNewEntry(fields), "finish"), token, pictures)
    : submit(path, withIntent(fields, "finish"), token, pictures);
}

/** A changed entry as a free page. */
function asNewEntry(fields: Fields): Fields {
  const texts = fields.filter(
    ([name, value]) =>
      !/^(_.*|intent|version|title|tags|mood|prayer|removePicture|picture(Text|Place)-.*)$/.test(name) &&
      value.trim() !== "",
  );
  const title = fields.find(([name]) => name === "title")?.[1];
  return [
    ["title", title ? t("{title} (changed offline)", { title }) : t("Changed offline")],
    ["body", texts.map(([, value]) => value).join("\n\n")],
    // Its pictures too: those that had arrived already belong to no other page.
    ...fields.filter(([name]) =>
      /^(tags|mood|prayer|_owner|_submission|removePicture|picture(Text|Place)-.*)$/.test(name),
    ),
  ];
}

const withIntent = (fields: Fields, intent: string): Fields => [
  ...fields.filter(([name]) => !["intent", "_auto"].includes(name)),
  ["intent", intent],
];

/** Posts a form as its page would, and answers the status. A session that has ended or is locked counts as refused. */
async function submit(
  path: string,
  fields: Fields,
  token: string,
  pictures: readonly File[] = [],
): Promise<number> {
  const body = pictures.length > 0 ? new FormData() : new URLSearchParams();
  for (const [name, value] of fields) body.append(name, value);
  body.set("_token", token);
  if (body instanceof FormData)
    for (const picture of pictures) body.append("pictures", picture, picture.name);
  const answer = await fetch(path, { method: "POST", body, redirect: "follow" });
  const { pathname } = new URL(answer.url);
  return pathname.startsWith("/auth/") || pathname === paths.unlock() ? 401 : answer.status;
}
