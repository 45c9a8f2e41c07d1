import { KEPT_OFFLINE, ONLY_PICTURES } from "~/domain/journal/pictures/picture";
import { typed, type Fields, type QueuedForm } from "~/worker/messages";
import { publicKeyOf } from "./device-key";
import { encryptUnsent } from "./queue";
import { registerSync, tell } from "./scope";
import { pageOrOffline } from "./shell";
import { all, put, remove } from "./store";

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
  if (fields.has(ONLY_PICTURES.field)) return undefined;
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
  const publicKey = await publicKeyOf(item.owner);
  if (!publicKey) return false;
  const waiting = (await all("unsent")).find(({ key }) => key === item.key);
  const unencrypted = waiting && "fields" in waiting ? waiting.pictures : undefined;
  const stored = await encryptUnsent({ ...item, pictures: item.pictures ?? unencrypted }, publicKey);
  // What script saves of the words alone takes no picture away.
  const pictures = stored.pictures ?? (waiting && "words" in waiting ? waiting.pictures : undefined);
  if (typed(item.fields).length === 0 && !pictures && !namesPictures(item.fields)) return false;
  // Without room for its pictures, the words are kept.
  await put("unsent", { ...stored, ...(pictures && { pictures }) }).catch(() =>
    put("unsent", { ...stored, pictures: undefined }),
  );
  await registerSync("unsent");
  await tell({ type: "waiting", path: item.path });
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
    if (byScript) return new Response(null, { status: 202, headers: { [KEPT_OFFLINE]: "1" } });
    if (event.request.mode === "navigate") return pageOrOffline(event.request);
    throw error;
  }
}

async function forget(request: Request): Promise<void> {
  const item = await writingOf(request);
  if (item) await remove("unsent", item.key);
}
