import { useRevalidator } from "@remix-run/react";
import { useState, type ChangeEvent } from "react";
import { clearPageCache } from "~/browser/page-cache";
import { smallerPicture } from "~/browser/smaller-picture";
import { refusalOfStatus, TOO_MANY_PICTURES } from "~/domain/journal/pictures/picture";
import { OFFLINE_TEXTS } from "~/domain/support/offline-texts";

type Sending = { state: "idle" | "sending"; done: number; all: number; problem?: string };

/**
 * With script, pictures are made smaller and sent one by one as soon as they are chosen, and the page shows them among its own.
 * They belong to it once it is saved. What cannot be sent now stays chosen and goes with the form.
 */
export function usePicturesSent(room: number) {
  const [sending, setSending] = useState<Sending>({ state: "idle", done: 0, all: 0 });
  const { revalidate } = useRevalidator();
  const send = async ({ target: input }: ChangeEvent<HTMLInputElement>) => {
    const { form, files } = input;
    const chosen = [...(files ?? [])];
    if (!form || chosen.length === 0) return;
    const all = Math.min(chosen.length, room);
    let problem = chosen.length > room ? TOO_MANY_PICTURES : undefined;
    const smaller = new DataTransfer();
    let isUnreached = false;
    for (const [done, file] of chosen.slice(0, room).entries()) {
      setSending({ state: "sending", done, all });
      const picture = await smallerPicture(file);
      const status: number | "unreached" = isUnreached ? "unreached" : await post(form, picture);
      isUnreached ||= status === "unreached";
      if (typeof status === "number" && status >= 400) problem ??= refusalOfStatus(status);
      else smaller.items.add(picture);
    }
    if (isUnreached) {
      // All of them: one that has arrived is known when it comes again. The page stays, since it cannot be asked for now.
      input.files = smaller.files;
      problem = OFFLINE_TEXTS.picturesWait;
    } else {
      input.value = "";
      clearPageCache();
      revalidate();
    }
    setSending({ state: "idle", done: 0, all: 0, problem });
  };
  return { ...sending, send: (event: ChangeEvent<HTMLInputElement>) => void send(event) };
}

async function post(form: HTMLFormElement, picture: File): Promise<number | "unreached"> {
  const body = new FormData();
  for (const [name, value] of new FormData(form))
    if (typeof value === "string" && /^(_|draftVersion$|version$|forDate$|prayer$|step$|variant$)/.test(name))
      body.append(name, value);
  body.set("takePictures", "1");
  body.set("_auto", "1");
  body.append("pictures", picture, picture.name);
  try {
    const { status, headers } = await fetch(`${new URL(form.action).pathname}.data`, {
      method: "POST",
      body,
    });
    return headers.has("X-Kept-Offline") ? "unreached" : status;
  } catch {
    return "unreached";
  }
}
