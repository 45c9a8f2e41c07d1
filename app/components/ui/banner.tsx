import clsx from "clsx";
import type { ReactNode } from "react";
import type { ToastMessage } from "~/browser/toasts";
import { t } from "~/i18n/t";

const TONE = {
  info: "border-edge bg-sunk",
  success: "border-accent bg-accent-soft",
  harm: "border-harm bg-harm-soft",
} as const;

type BannerProps = {
  tone?: keyof typeof TONE;
  title?: ReactNode;
  /** `alert` interrupts, `status` is polite; omit it for text that was in the page from the start. */
  role?: "status" | "alert";
  className?: string;
  children?: ReactNode;
};

export function Banner({ tone = "info", title, role, className, children }: BannerProps) {
  return (
    <div role={role} className={clsx("rounded border-l-4 px-4 py-3", TONE[tone], className)}>
      {title && <p className={clsx("font-semibold", tone === "harm" && "text-harm")}>{title}</p>}
      {children && <div>{children}</div>}
    </div>
  );
}

/** Classes shared by the server-rendered toast and the timed one. */
export function toastClasses(tone: ToastMessage["tone"]): string {
  return clsx(
    "rounded-lg border border-l-4 bg-raised px-4 py-3 text-ink",
    tone === "error" ? "border-harm" : "border-line border-l-accent",
  );
}

/** Id of `NotPrinted`, for the `aria-describedby` of links to the PDF. */
export const NOT_PRINTED_ID = "not-printed";

/** Notes that the PDF font lacks these scripts; `scripts` is a formatted list. */
export function NotPrinted({ scripts }: { scripts: string }) {
  return (
    <p id={NOT_PRINTED_ID} className="no-print mt-4 max-w-measure">
      {t(
        "A PDF has no letters for {scripts}, so what is written in them would be missing. Your browser can print the pages here with all of them.",
        { scripts },
      )}
    </p>
  );
}
