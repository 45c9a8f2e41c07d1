import { useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState, type ChangeEvent } from "react";
import { flushSync } from "react-dom";
import { watchOfflineQueue } from "~/browser/offline-queue";
import type { SubmitReply } from "~/browser/submit-with-timeout";
import { OFFLINE_TEXTS } from "~/domain/journal/offline-page";
import {
  EMPTY_PICTURE,
  MAX_PICTURE_SIDE,
  OFFLINE_RESPONSE_HEADER,
  PICTURE_LIMITS,
  PICTURE_ONLY_POST,
  pictureRefusalForStatus,
  TOO_MANY_PICTURES,
  type FormPicture,
} from "~/domain/journal/pictures/picture";

type DeferredSubmit = { drop: () => void; resume: () => void };

/**
 * Blocks every submission of a form until `resume`, which repeats the last one. `drop` discards it. Both end the
 * deferral.
 */
function deferSubmit(form: HTMLFormElement, onDeferred: () => void): DeferredSubmit {
  let deferred: SubmitEvent | undefined;
  const defer = (event: SubmitEvent) => {
    event.preventDefault();
    // The router and the autosave must not treat the form as submitted.
    event.stopImmediatePropagation();
    deferred = event;
    onDeferred();
  };
  form.addEventListener("submit", defer, { capture: true });
  const drop = () => form.removeEventListener("submit", defer, { capture: true });
  const resume = () => {
    drop();
    if (deferred && form.isConnected) form.requestSubmit(deferred.submitter);
  };
  return { drop, resume };
}

const QUALITY = 0.85;

/**
 * Scales a picture down to the stored size, as a JPEG without metadata. Returns the file itself if the browser cannot
 * decode it or if it is small already.
 */
async function downscalePicture(file: File): Promise<File> {
  try {
    const image = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, MAX_PICTURE_SIDE / Math.max(image.width, image.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.max(1, Math.round(image.width * scale));
    canvas.height = Math.max(1, Math.round(image.height * scale));
    const context = canvas.getContext("2d");
    if (!context) return file;
    context.fillStyle = "#ffffff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
    return blob && (blob.size < file.size || scale < 1)
      ? new File([blob], "picture.jpg", { type: blob.type })
      : file;
  } catch {
    return file;
  }
}

type UploadState = {
  progress?: { done: number; all: number };
  /** Whether a submission is deferred until the uploads end. */
  isDeferred?: boolean;
  problem?: string;
};
/** Uploads in progress, and the deferred submission of their form. */
type UploadBatch = { form: HTMLFormElement; waiting: number; isRefused: boolean; submission: DeferredSubmit };

/**
 * With script, chosen pictures are downscaled and uploaded one by one, and the form names the uploaded ones. A
 * submission in the meantime is deferred; leaving the form aborts the upload. Pictures that cannot be uploaded stay
 * in the file input and are sent with the form.
 */
export function usePictureUpload(saved: readonly FormPicture[], reply: SubmitReply | undefined) {
  const [sent, setSent] = useState<readonly FormPicture[]>([]);
  const [sending, setSending] = useState<UploadState>({});
  const known = new Map([...saved, ...(reply?.pictures ?? [])].map((picture) => [picture.id, picture]));
  const pictures = [...known.values(), ...sent.filter(({ id }) => !known.has(id))];
  const queue = useRef(Promise.resolve());
  const run = useRef<UploadBatch>();
  const abort = useRef<AbortController>();
  useEffect(() => {
    const controller = new AbortController();
    abort.current = controller;
    return () => controller.abort();
  }, []);
  useEffect(
    () =>
      watchOfflineQueue(window.location.pathname, (isWaiting) => {
        if (!isWaiting) setSending(({ problem: _, ...before }) => before);
      }),
    [],
  );
  useClearAfterReply(reply, setSent);

  const sendAll = async (current: UploadBatch, input: HTMLInputElement, chosen: readonly File[]) => {
    const signal = abort.current?.signal;
    const all = Math.min(chosen.length, freeSlots(current.form));
    const unsent = new DataTransfer();
    let problem = chosen.length > all ? TOO_MANY_PICTURES : undefined;
    for (const [done, file] of chosen.slice(0, all).entries()) {
      setSending((before) => ({ ...before, progress: { done, all } }));
      const picture = await downscalePicture(file);
      const result = unsent.items.length > 0 ? "unreached" : await send(current.form, picture, signal);
      if (signal?.aborted) return current.submission.drop();
      if (result === "unreached") unsent.items.add(picture);
      else if (typeof result === "string") problem ??= file.size > 0 ? result : EMPTY_PICTURE;
      // Rendered synchronously, so that a submission includes the new field.
      else flushSync(() => setSent((before) => [...before, result]));
    }
    current.isRefused ||= problem !== undefined;
    if (unsent.items.length > 0) {
      input.files = unsent.files;
      problem ??= OFFLINE_TEXTS.picturesWait;
    }
    if (problem) setSending((before) => ({ ...before, problem }));
    // Notifies the autosave.
    current.form.dispatchEvent(new Event("input", { bubbles: true }));
    current.waiting -= 1;
    if (current.waiting > 0) return;
    run.current = undefined;
    flushSync(() => setSending(({ problem: last }) => ({ problem: last })));
    // After a rejected picture the member decides again whether to submit.
    if (current.isRefused) current.submission.drop();
    else current.submission.resume();
  };
  const choose = ({ target: input }: ChangeEvent<HTMLInputElement>) => {
    const { form } = input;
    const chosen = [...(input.files ?? [])];
    if (!form || chosen.length === 0) return;
    input.value = "";
    const onDeferred = () => setSending((before) => ({ ...before, isDeferred: true }));
    const current = (run.current ??= {
      ...{ form, waiting: 0, isRefused: false },
      submission: deferSubmit(form, onDeferred),
    });
    current.waiting += 1;
    setSending(({ progress, isDeferred }) => ({ progress, isDeferred }));
    queue.current = queue.current.then(() => sendAll(current, input, chosen));
  };
  return { ...sending, pictures, choose };
}

const freeSlots = (form: HTMLFormElement) =>
  Math.max(0, PICTURE_LIMITS.each - form.querySelectorAll('[name^="pictureText-"]').length);

/** Clears the uploaded pictures after a server response, which lists them itself. */
function useClearAfterReply(reply: SubmitReply | undefined, setSent: (none: readonly FormPicture[]) => void) {
  const isPosting = useNavigation().formMethod === "POST";
  const wasPosting = useRef(false);
  useEffect(() => {
    if (wasPosting.current && !isPosting && !reply?.unreached) setSent([]);
    wasPosting.current = isPosting;
  }, [isPosting, reply, setSent]);
}

/** @returns the stored picture; or the error message; or "unreached" if the picture can still be sent with the form */
async function send(
  form: HTMLFormElement,
  picture: File,
  signal: AbortSignal | undefined,
): Promise<FormPicture | string> {
  const body = new FormData();
  for (const [name, value] of new FormData(form))
    if (typeof value === "string" && (/^(_|version$)/.test(name) || name.startsWith("pictureText-")))
      body.append(name, value);
  body.set(PICTURE_ONLY_POST.field, PICTURE_ONLY_POST.value);
  body.set("_auto", "1");
  body.append("pictures", picture, picture.name);
  try {
    const { status, headers } = await fetch(`${new URL(form.action).pathname}.data`, {
      method: "POST",
      body,
      signal,
    });
    if (headers.has(OFFLINE_RESPONSE_HEADER)) return "unreached";
    const id = headers.get(PICTURE_ONLY_POST.header);
    return id ? { id, text: "" } : (pictureRefusalForStatus(status) ?? "unreached");
  } catch {
    return "unreached";
  }
}
