import { OFFLINE_RESPONSE_HEADER, PICTURE_ONLY_POST } from "~/domain/journal/pictures/picture";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { isPrayersPath, typedFields, type Fields, type QueuedForm } from "~/worker/messages";
import { findPublicKey, requireUnlockedKey, sendPendingEnd } from "./device-key";
import { refreshDay, type Person } from "./offline-day";
import { broadcast, registerSync } from "./scope";
import { pageOrOffline } from "./shell";
import { decryptUnsent, encryptUnsent, getAll, put, remove, replace } from "./store";

/** What is written while the server cannot be reached. */
const WRITING = /^\/journal\/(morning|evening|free|prayers|entries\/[^/]+\/edit)(\.data)?$/;
const INTENTS = ["draft", "next", "back", "finish", "save", "add"];

export const isWritingPage = (path: string) => WRITING.test(path);

/** The form behind a post, or undefined if it is none of a page for writing. */
async function writingOf(request: Request): Promise<QueuedForm | undefined> {
  const path = new URL(request.url).pathname;
  if (!isWritingPage(path)) return undefined;
  const fields = new URLSearchParams();
  const pictures: File[] = [];
  for (const [name, value] of await request.formData())
    if (typeof value === "string") fields.append(name, value);
    else if (name === "pictures" && value.size > 0) pictures.push(value);
  // Script keeps these in the form, and sends them with it.
  if (fields.has(PICTURE_ONLY_POST.field)) return undefined;
  if (!INTENTS.includes(fields.get("intent") || "draft") || !fields.get("_owner")) return undefined;
  return {
    ...parseEditorForm(path.replace(/\.data$/, ""), fields),
    ...(pictures.length > 0 && { pictures }),
  };
}

export function parseEditorForm(path: string, fields: URLSearchParams): QueuedForm {
  return {
    key: `${path} ${fields.get("_submission") || fields.get("forDate") || ""}`,
    path,
    owner: fields.get("_owner") ?? "",
    // A token is not kept: it will have expired.
    fields: ([...fields] as Fields).filter(([name]) => name !== "_token"),
    savedAt: Date.now(),
  };
}

const namesPictures = (fields: Fields) => fields.some(([name]) => name.startsWith("pictureText-"));

/** Keeps a form, encrypted, until the server has it; false if nothing was typed, or no key of its owner is known here. */
export async function queueForm(item: QueuedForm): Promise<boolean> {
  const publicKey = await findPublicKey(item.owner);
  if (!publicKey) return false;
  const waiting = (await getAll("unsent")).find(({ key }) => key === item.key);
  const unencrypted = waiting && "fields" in waiting ? waiting.pictures : undefined;
  const stored = await encryptUnsent({ ...item, pictures: item.pictures ?? unencrypted }, publicKey);
  // What script saves of the words alone takes no picture away.
  const pictures = stored.pictures ?? (waiting && "words" in waiting ? waiting.pictures : undefined);
  if (typedFields(item.fields).length === 0 && !pictures && !namesPictures(item.fields)) return false;
  // Without room for its pictures, the words are kept.
  await put("unsent", { ...stored, ...(pictures && { pictures }) }).catch(() =>
    put("unsent", { ...stored, pictures: undefined }),
  );
  await registerSync("unsent");
  await broadcast({ type: "waiting", path: item.path });
  return true;
}

/** A form of a page for writing: to the server, or kept where the server is not reached. */
export async function postOrQueue(event: FetchEvent): Promise<Response> {
  const copy = event.request.clone();
  try {
    const answer = await fetch(event.request);
    // The server has a later text than the one that waits here.
    if (answer.status < 400 || answer.type === "opaqueredirect")
      event.waitUntil(forget(copy).catch(() => undefined));
    return answer;
  } catch (error) {
    const item = await writingOf(copy).catch(() => undefined);
    if (!item || !(await queueForm(item).catch(() => false))) throw error;
    const byScript = item.fields.some(([name, value]) => name === "_auto" && value === "1");
    if (byScript) return new Response(null, { status: 202, headers: { [OFFLINE_RESPONSE_HEADER]: "1" } });
    if (event.request.mode === "navigate") return pageOrOffline(event.request);
    throw error;
  }
}

async function forget(request: Request): Promise<void> {
  const item = await writingOf(request);
  if (item) await remove("unsent", item.key);
}

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
  const stored = (await getAll("unsent")).sort((a, b) => a.savedAt - b.savedAt);
  if (stored.length === 0) return;
  const person = await refreshDay();
  if (!person) return;
  const held = await requireUnlockedKey(person.owner);
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
  if (sentPaths.some(isPrayersPath)) await refreshDay();
  if (sentPaths.length > 0) await broadcast({ type: "sent", paths: sentPaths });
  // Said again whenever the house is opened, as long as it waits.
  if (refused.length > 0) await broadcast({ type: "refused", words: refused.map(wordsOf).join(" · ") });
}

function wordsOf({ fields }: QueuedForm): string {
  const words = typedFields(fields)[0]?.[1].trim() ?? "";
  return words.length > MOST_SHOWN ? `${words.slice(0, MOST_SHOWN)}…` : words;
}

/** Sends one, and answers the status. */
async function send(item: QueuedForm, { token }: Person): Promise<number> {
  const { path, fields, pictures } = item;
  const status = await submit(path, fields, token, pictures);
  // Where two thousand are carried already there is no other place for one more: it waits.
  if (status !== 409 || isPrayersPath(item.path)) return status;
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
