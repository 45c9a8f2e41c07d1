import { SHORT_TEXT_NAMES } from "~/domain/journal/entries/short-texts";
import { OFFLINE_RESPONSE_HEADER, PICTURE_ONLY_POST } from "~/domain/journal/pictures/picture";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { isPrayersPath, typedFields, type Fields, type QueuedForm } from "~/worker/messages";
import { findPublicKey, requireUnlockedKey, sendPendingEnd } from "./device-key";
import { refreshDay, type SignedInUser } from "./offline-day";
import { broadcast, registerSync } from "./scope";
import { pageOrOffline } from "./shell";
import { decryptUnsent, encryptUnsent, getAll, put, QUEUE_RETENTION_MS, remove, replace } from "./store";

/** Writing pages, whose forms can be queued. */
const WRITING_PAGES = /^\/journal\/(morning|evening|free|prayers|entries\/[^/]+\/edit)(\.data)?$/;
const QUEUEABLE_INTENTS = ["draft", "next", "back", "finish", "save", "add"];

export const isWritingPage = (path: string) => WRITING_PAGES.test(path);

/** Parses the post of a writing page; undefined for any other. */
async function parsePost(request: Request): Promise<QueuedForm | undefined> {
  const path = new URL(request.url).pathname;
  if (!isWritingPage(path)) return undefined;
  const fields = new URLSearchParams();
  const pictures: File[] = [];
  for (const [name, value] of await request.formData())
    if (typeof value === "string") fields.append(name, value);
    else if (name === "pictures" && value.size > 0) pictures.push(value);
  // Separate picture uploads are retried by the page, with its form.
  if (fields.has(PICTURE_ONLY_POST.field)) return undefined;
  if (!QUEUEABLE_INTENTS.includes(fields.get("intent") || "draft") || !fields.get("_owner")) return undefined;
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
    // Omits the CSRF token, which will have expired when the form is sent.
    fields: ([...fields] as Fields).filter(([name]) => name !== "_token"),
    savedAt: Date.now(),
  };
}

const hasPictureFields = (fields: Fields) => fields.some(([name]) => name.startsWith("pictureText-"));

/** Encrypts and queues a form. @returns false if nothing was typed or no public key of its owner is known */
export async function queueForm(item: QueuedForm): Promise<boolean> {
  const publicKey = await findPublicKey(item.owner);
  if (!publicKey) return false;
  const queued = (await getAll("unsent")).find(({ key }) => key === item.key);
  const unencrypted = queued && "fields" in queued ? queued.pictures : undefined;
  const stored = await encryptUnsent({ ...item, pictures: item.pictures ?? unencrypted }, publicKey);
  // An autosave contains no files and must not remove queued pictures.
  const pictures = stored.pictures ?? (queued && "words" in queued ? queued.pictures : undefined);
  if (typedFields(item.fields).length === 0 && !pictures && !hasPictureFields(item.fields)) return false;
  // If the quota is exceeded, the text is stored without its pictures.
  await put("unsent", { ...stored, ...(pictures && { pictures }) }).catch(() =>
    put("unsent", { ...stored, pictures: undefined }),
  );
  await registerSync("unsent");
  await broadcast({ type: "waiting", path: item.path });
  return true;
}

/** Posts the form of a writing page; queues it if the server is unreachable. */
export async function postOrQueue(event: FetchEvent): Promise<Response> {
  const copy = event.request.clone();
  try {
    const response = await fetch(event.request);
    // The server now has a later text, so the queued form must not overwrite it.
    if (response.status < 400 || response.type === "opaqueredirect")
      event.waitUntil(removeQueued(copy).catch(() => undefined));
    return response;
  } catch (error) {
    const item = await parsePost(copy).catch(() => undefined);
    if (!item || !(await queueForm(item).catch(() => false))) throw error;
    const isAutosave = item.fields.some(([name, value]) => name === "_auto" && value === "1");
    if (isAutosave) return new Response(null, { status: 202, headers: { [OFFLINE_RESPONSE_HEADER]: "1" } });
    if (event.request.mode === "navigate") return pageOrOffline(event.request);
    throw error;
  }
}

async function removeQueued(request: Request): Promise<void> {
  const item = await parsePost(request);
  if (item) await remove("unsent", item.key);
}

/** Statuses that reject the form itself, such as too long or over quota. */
const FORM_ERRORS = [400, 409, 413, 415, 507];
const MAX_EXCERPT_LENGTH = 80;

let flushing: Promise<void> = Promise.resolve();

/** Sends the queued forms one by one; calls are serialized. Forms that the server cannot accept now stay queued. */
export function flushQueue(): Promise<void> {
  flushing = flushing.then(sendQueued).catch(() => undefined);
  return flushing;
}

async function sendQueued(): Promise<void> {
  await sendPendingEnd();
  const stored = (await getAll("unsent")).sort((a, b) => a.savedAt - b.savedAt);
  if (stored.length === 0) return;
  const user = await refreshDay();
  if (!user) return;
  const unlocked = await requireUnlockedKey(user.owner);
  if (!unlocked) return;
  const sentPaths: string[] = [];
  const refused: QueuedForm[] = [];
  for (const queuedForm of stored) {
    if (queuedForm.owner !== user.owner) {
      if (Date.now() - queuedForm.savedAt > QUEUE_RETENTION_MS) await remove("unsent", queuedForm.key);
      continue;
    }
    // A form from before a journal reset cannot be decrypted any more; it stays queued until its retention ends.
    const item = await decryptUnsent(queuedForm, unlocked.privateKey).catch(() => undefined);
    if (!item) continue;
    const status = await send(item, user);
    if (status < 400) {
      await remove("unsent", queuedForm.key);
      sentPaths.push(item.path);
    } else if (FORM_ERRORS.includes(status)) {
      await replace("unsent", { ...queuedForm, isRefused: true });
      refused.push(item);
    }
  }
  if (sentPaths.some(isPrayersPath)) await refreshDay();
  if (sentPaths.length > 0) await broadcast({ type: "sent", paths: sentPaths });
  // Rejected forms stay queued, so the page is notified again at every visit.
  if (refused.length > 0) await broadcast({ type: "refused", words: refused.map(excerptOf).join(" · ") });
}

function excerptOf({ fields }: QueuedForm): string {
  const excerpt = typedFields(fields)[0]?.[1].trim() ?? "";
  return excerpt.length > MAX_EXCERPT_LENGTH ? `${excerpt.slice(0, MAX_EXCERPT_LENGTH)}…` : excerpt;
}

/** Sends a form and resolves an edit conflict. @returns the final status */
async function send(item: QueuedForm, { token }: SignedInUser): Promise<number> {
  const { path, fields, pictures } = item;
  const status = await submit(path, fields, token, pictures);
  // On the intention pages 409 means that the maximum is reached, so the form stays queued.
  if (status !== 409 || isPrayersPath(item.path)) return status;
  // The server has a later version. Both are preserved: this one becomes a separate entry.
  const isEdit = item.path.endsWith("/edit");
  return isEdit
    ? submit(paths.freePage(), withIntent(asNewEntry(fields), "finish"), token, pictures)
    : submit(path, withIntent(fields, "finish"), token, pictures);
}

const KEPT_FIELDS = `tags|${SHORT_TEXT_NAMES.join("|")}|prayer|removePicture|picture(Text|Place)-.*`;
const COPIED_FIELD_PATTERN = new RegExp(`^(_owner|_submission|${KEPT_FIELDS})$`);
const NOT_TEXT = new RegExp(`^(_.*|intent|version|title|${KEPT_FIELDS})$`);

/** Converts an edit to a new free page. */
function asNewEntry(fields: Fields): Fields {
  const texts = fields.filter(([name, value]) => !NOT_TEXT.test(name) && value.trim() !== "");
  const title = fields.find(([name]) => name === "title")?.[1];
  return [
    ["title", title ? t("{title} (changed offline)", { title }) : t("Changed offline")],
    ["body", texts.map(([, value]) => value).join("\n\n")],
    // Keeps the picture fields: uploaded pictures are attached to no other page.
    ...fields.filter(([name]) => COPIED_FIELD_PATTERN.test(name)),
  ];
}

const withIntent = (fields: Fields, intent: string): Fields => [
  ...fields.filter(([name]) => !["intent", "_auto"].includes(name)),
  ["intent", intent],
];

/** Posts a form as its page would. @returns the status; 401 if the session has ended or is locked */
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
  const response = await fetch(path, { method: "POST", body, redirect: "follow" });
  const { pathname } = new URL(response.url);
  return pathname.startsWith("/auth/") || pathname === paths.unlock() ? 401 : response.status;
}
