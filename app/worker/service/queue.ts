import { decryptBox, decryptJson, encryptBox, encryptJson } from "~/worker/encrypted-box";
import type { QueuedForm } from "~/worker/messages";
import type { EncryptedUnsent, StoredUnsent } from "./store";

/** Encrypts a form that waits; what tells it apart and how long it waits stay readable. */
export async function encryptUnsent(item: QueuedForm, publicKey: CryptoKey): Promise<EncryptedUnsent> {
  const { key, owner, savedAt, isRefused, path, fields, pictures = [] } = item;
  return {
    ...{ key, owner, savedAt, ...(isRefused && { isRefused }) },
    words: await encryptJson(publicKey, { path, fields }),
    ...(pictures.length > 0 && { pictures: await encryptPictures(pictures, publicKey) }),
  };
}

async function encryptPictures(pictures: File[], publicKey: CryptoKey): Promise<EncryptedUnsent["pictures"]> {
  const form = new FormData();
  for (const picture of pictures) form.append("pictures", picture, picture.name);
  const multipart = new Response(form);
  const contentType = multipart.headers.get("Content-Type") ?? "";
  return { contentType, body: await encryptBox(publicKey, await multipart.arrayBuffer()) };
}

/** @throws where the item was encrypted for another key */
export async function decryptUnsent(stored: StoredUnsent, privateKey: CryptoKey): Promise<QueuedForm> {
  if ("fields" in stored) return stored;
  const { words, pictures, ...rest } = stored;
  const { path, fields } = (await decryptJson(privateKey, words)) as Pick<QueuedForm, "path" | "fields">;
  if (!pictures) return { ...rest, path, fields };
  const body = await decryptBox(privateKey, pictures.body);
  const form = await new Response(body, { headers: { "Content-Type": pictures.contentType } }).formData();
  return { ...rest, path, fields, pictures: form.getAll("pictures").filter((each) => each instanceof File) };
}
