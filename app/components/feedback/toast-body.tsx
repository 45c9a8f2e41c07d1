import clsx from "clsx";
import type { ToastMessage } from "~/browser/toasts";

/** The look of a message, the same printed in the page and timed. */
export function toastClasses(tone: ToastMessage["tone"]): string {
  return clsx(
    "rounded-lg border border-l-4 bg-raised px-4 py-3 text-ink [box-shadow:0_4px_24px_rgba(0,0,0,0.12)]",
    tone === "error" ? "border-harm" : "border-line border-l-accent",
  );
}
