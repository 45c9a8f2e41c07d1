import { useEffect, useState, type RefObject } from "react";
import { watchOfflineQueue } from "~/browser/offline-queue";
import { clearPageCache } from "~/browser/page-cache";
import { useHydrated } from "~/browser/use-browser-state";
import { useRevalidate } from "~/browser/use-revalidate";
import { localMoment } from "~/domain/calendar/local-day";
import { formatTime } from "~/domain/calendar/locale";
import { OFFLINE_RESPONSE_HEADER } from "~/domain/journal/pictures/picture";
import { t } from "~/i18n/t";

/** Result of the last autosave; `idle` before the first. `kept` means queued by the service worker. */
export type Autosave =
  | { state: "idle" }
  | { state: "saved"; at: Date }
  | { state: "failed" | "conflict" | "kept" };

/** Debounce after the last input. */
const DEBOUNCE_MS = 5_000;
/** Retry interval after a failed save, with or without further input. */
const RETRY_MS = 20_000;
/** Browsers limit `keepalive` request bodies to 64 KiB. */
const MAX_KEEPALIVE_BYTES = 60_000;

/**
 * Autosaves a form as a draft when typing pauses and when the page is left, with the same post as its "Save for later"
 * button. It bypasses the router, so the response cannot re-render the page and lose text being typed.
 */
export function useDraftAutosave(form: RefObject<HTMLFormElement>): Autosave {
  const [autosave, setAutosave] = useState<Autosave>({ state: "idle" });
  const revalidate = useRevalidate();
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const watcher = startAutosave(element, setAutosave);
    // The next page may have been loaded before the draft was saved, so its data is loaded again.
    return () => watcher.stop(revalidate);
  }, [form, revalidate]);
  return autosave;
}

function startAutosave(form: HTMLFormElement, setAutosave: (autosave: Autosave) => void) {
  // Computed once: during navigation, `location` is already that of the next page.
  const path = new URL(form.action).pathname;
  const target = `${path}.data`;
  let lastState: Autosave["state"] = "idle";
  const report = (autosave: Autosave) => {
    lastState = autosave.state;
    setAutosave(autosave);
  };
  const unwatchQueue = watchOfflineQueue(path, (isWaiting) => {
    if (!isWaiting && lastState === "kept") report({ state: "saved", at: new Date() });
  });
  let timer: number | undefined;
  let isUnsaved = false;
  let running: AbortController | undefined;

  const save = async (leaving: boolean) => {
    window.clearTimeout(timer);
    if (!isUnsaved) return;
    isUnsaved = false;
    clearPageCache();
    try {
      const { status, headers } = await send(draftOf(form), leaving);
      // The service worker responds while offline, when it has queued the draft.
      if (headers.has(OFFLINE_RESPONSE_HEADER)) report({ state: "kept" });
      else if (status === 200) report({ state: "saved", at: new Date() });
      else report({ state: status === 409 ? "conflict" : "failed" });
      if (status >= 500) retry();
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
      retry();
      report({ state: "failed" });
    } finally {
      // Cleared again: data read during the save may be outdated.
      clearPageCache();
    }
  };
  const retry = () => {
    isUnsaved = true;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void save(false), RETRY_MS);
  };
  const send = (body: URLSearchParams, leaving: boolean) => {
    if (leaving) return sendOnLeave(target, body);
    running?.abort();
    running = new AbortController();
    return fetch(target, { method: "POST", body, signal: running.signal });
  };
  const onInput = () => {
    isUnsaved = true;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void save(false), DEBOUNCE_MS);
  };
  // Text may have been typed before hydration.
  if (hasUserInput(form)) onInput();
  const onSubmit = () => {
    // The submission contains the whole text; a later draft must not overwrite it.
    isUnsaved = false;
    window.clearTimeout(timer);
    running?.abort();
    report({ state: "idle" });
  };
  const onVisibilityChange = () => {
    // Also runs when the tab becomes visible again, to retry a save that failed on leaving.
    void save(document.visibilityState === "hidden");
  };
  const onPageHide = () => void save(true);
  form.addEventListener("input", onInput);
  form.addEventListener("submit", onSubmit);
  document.addEventListener("visibilitychange", onVisibilityChange);
  window.addEventListener("pagehide", onPageHide);
  return {
    /** @param saved called after a pending save has finished */
    stop(saved: () => void) {
      window.clearTimeout(timer);
      unwatchQueue();
      if (isUnsaved) void save(true).then(saved);
      form.removeEventListener("input", onInput);
      form.removeEventListener("submit", onSubmit);
      document.removeEventListener("visibilitychange", onVisibilityChange);
      window.removeEventListener("pagehide", onPageHide);
    },
  };
}

function hasUserInput(form: HTMLFormElement): boolean {
  return [...form.querySelectorAll("textarea")].some(({ value, defaultValue }) => value !== defaultValue);
}

function draftOf(form: HTMLFormElement): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (typeof value === "string") fields.append(name, value);
  fields.set("intent", "draft");
  fields.set("_auto", "1");
  return fields;
}

/**
 * Uses `keepalive`, so that the request survives the page. Bodies beyond MAX_KEEPALIVE_BYTES are sent
 * without it and usually arrive.
 */
function sendOnLeave(target: string, body: URLSearchParams): Promise<Response> {
  const keepalive = body.toString().length < MAX_KEEPALIVE_BYTES;
  return fetch(target, { method: "POST", body, keepalive });
}

const formatClock = (at: Date, timezone: string) => formatTime(localMoment(at, timezone).time);

export function DraftStatus({
  savedAt,
  autosave,
  timezone,
  isFirst = true,
}: {
  /** Formatted time of the stored draft; empty without one. */
  savedAt: string;
  autosave: Autosave;
  timezone: string;
  /** Whether this is the form's first page, which says that script saves. */
  isFirst?: boolean;
}) {
  const isScripted = useHydrated();
  const text = statusText(savedAt, autosave, timezone);
  return (
    <p role="status" className="text-sm text-muted">
      {text || (isScripted && isFirst && t("Saved as you write."))}
    </p>
  );
}

function statusText(savedAt: string, autosave: Autosave, timezone: string): string {
  switch (autosave.state) {
    case "saved":
      return t("Saved as draft {at}", { at: formatClock(autosave.at, timezone) });
    case "conflict":
      return t(
        "Not saved: this page was changed in another window. Press “Save for later” to see both texts.",
      );
    case "kept":
      return t("You are offline. Kept on this device, and sent when you are back.");
    case "failed":
      return t("Not saved yet. Your text is still here; please try “Save for later”.");
    case "idle":
      return savedAt && t("Saved as draft {savedAt}", { savedAt });
  }
}
