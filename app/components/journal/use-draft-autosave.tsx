import { useRevalidator } from "@remix-run/react";
import { useEffect, useState, type RefObject } from "react";
import { watchOfflineQueue } from "~/browser/offline-queue";
import { clearPageCache } from "~/browser/page-cache";
import { localMoment } from "~/domain/calendar/local-day";
import { formatTime } from "~/domain/calendar/locale";
import { OFFLINE_RESPONSE_HEADER } from "~/domain/journal/pictures/picture";
import { t } from "~/i18n/t";

/** What became of the last draft that script saved; `idle` until it has saved one. */
export type Autosave =
  { state: "idle" } | { state: "saved"; at: Date } | { state: "failed" | "conflict" | "kept" };

/** Typing has paused. */
const PAUSE_MS = 5_000;
/** A draft that did not arrive is tried again, whether anything more is typed or not. */
const AGAIN_MS = 20_000;
/** Browsers let no more than this outlive a page. */
const KEEPALIVE_BYTES = 60_000;

/**
 * Saves a form as a draft when typing pauses and when the page is left, by the same post as its "Save draft" button.
 * The page is not rendered again, so nothing that is being typed can be lost to the answer.
 */
export function useDraftAutosave(form: RefObject<HTMLFormElement>): Autosave {
  const [autosave, setAutosave] = useState<Autosave>({ state: "idle" });
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const watcher = watch(element, setAutosave);
    // The page that follows may have been read before the draft was there.
    return () => watcher.stop(revalidate);
  }, [form, revalidate]);
  return autosave;
}

function watch(form: HTMLFormElement, setAutosave: (autosave: Autosave) => void) {
  // Kept from the start: while the page is being left, the location is already that of the next.
  const path = new URL(form.action).pathname;
  const target = `${path}.data`;
  let last: Autosave["state"] = "idle";
  const report = (autosave: Autosave) => {
    last = autosave.state;
    setAutosave(autosave);
  };
  const unwatchQueue = watchOfflineQueue(path, (isWaiting) => {
    if (!isWaiting && last === "kept") report({ state: "saved", at: new Date() });
  });
  let timer: number | undefined;
  let unsaved = false;
  let running: AbortController | undefined;

  const save = async (leaving: boolean) => {
    window.clearTimeout(timer);
    if (!unsaved) return;
    unsaved = false;
    clearPageCache();
    try {
      const { status, headers } = await send(draftOf(form), leaving);
      // The service worker's answer while there is no connection.
      if (headers.has(OFFLINE_RESPONSE_HEADER)) report({ state: "kept" });
      else if (status === 200) report({ state: "saved", at: new Date() });
      else report({ state: status === 409 ? "conflict" : "failed" });
      if (status >= 500) again();
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
      again();
      report({ state: "failed" });
    } finally {
      // And again: what was read meanwhile may be from before.
      clearPageCache();
    }
  };
  const again = () => {
    unsaved = true;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void save(false), AGAIN_MS);
  };
  const send = (body: URLSearchParams, leaving: boolean) => {
    if (leaving) return leave(target, body);
    running?.abort();
    running = new AbortController();
    return fetch(target, { method: "POST", body, signal: running.signal });
  };
  const typed = () => {
    unsaved = true;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void save(false), PAUSE_MS);
  };
  // Someone may have typed before the script was ready.
  if (hasBeenTypedInto(form)) typed();
  const submitted = () => {
    // The post of the form carries everything; a late draft must not come after it.
    unsaved = false;
    window.clearTimeout(timer);
    running?.abort();
    report({ state: "idle" });
  };
  const left = () => {
    // What could not be saved when the page was left is tried again when someone comes back to it.
    void save(document.visibilityState === "hidden");
  };
  const gone = () => void save(true);
  form.addEventListener("input", typed);
  form.addEventListener("submit", submitted);
  document.addEventListener("visibilitychange", left);
  window.addEventListener("pagehide", gone);
  return {
    /** @param saved told when what was still to be saved has been */
    stop(saved: () => void) {
      window.clearTimeout(timer);
      unwatchQueue();
      if (unsaved) void save(true).then(saved);
      form.removeEventListener("input", typed);
      form.removeEventListener("submit", submitted);
      document.removeEventListener("visibilitychange", left);
      window.removeEventListener("pagehide", gone);
    },
  };
}

function hasBeenTypedInto(form: HTMLFormElement): boolean {
  return [...form.querySelectorAll("textarea")].some(({ value, defaultValue }) => value !== defaultValue);
}

function draftOf(form: HTMLFormElement): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.append(name, value);
  fields.set("intent", "draft");
  fields.set("_auto", "1");
  return fields;
}

/** A request that outlives the page; text that is too long for one goes the ordinary way and mostly arrives. */
function leave(target: string, body: URLSearchParams): Promise<Response> {
  const keepalive = body.toString().length < KEEPALIVE_BYTES;
  return fetch(target, { method: "POST", body, keepalive });
}

const clock = (at: Date, timezone: string) => formatTime(localMoment(at, timezone).time);

/** "Saved as draft 06:12", in muted ink beside the buttons; never more than that. */
export function DraftStatus({
  savedAt,
  autosave,
  timezone,
}: {
  /** When the stored draft was saved, in words; empty without one. */
  savedAt: string;
  autosave: Autosave;
  timezone: string;
}) {
  return (
    <p role="status" className="text-sm text-muted">
      {statusText(savedAt, autosave, timezone)}
    </p>
  );
}

function statusText(savedAt: string, autosave: Autosave, timezone: string): string {
  switch (autosave.state) {
    case "saved":
      return t("Saved as draft {at}", { at: clock(autosave.at, timezone) });
    case "conflict":
      return t("Not saved: this page was changed in another window. Press “Save draft” to see both texts.");
    case "kept":
      return t("You are offline. Kept on this device, and sent when you are back.");
    case "failed":
      return t("Not saved yet. Your text is still here; please try “Save draft”.");
    case "idle":
      return savedAt && t("Saved as draft {savedAt}", { savedAt });
  }
}
