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
  /** `status` for what may wait, `alert` for what may not; none for text that was there from the start. */
  role?: "status" | "alert";
  className?: string;
  children?: ReactNode;
};

/** A message in the page, marked by a line at its side. */
export function Banner({ tone = "info", title, role, className, children }: BannerProps) {
  return (
    <div role={role} className={clsx("rounded border-l-4 px-4 py-3", TONE[tone], className)}>
      {title && <p className={clsx("font-semibold", tone === "harm" && "text-harm")}>{title}</p>}
      {children && <div>{children}</div>}
    </div>
  );
}

/** The look of a message, the same printed in the page and timed. */
export function toastClasses(tone: ToastMessage["tone"]): string {
  return clsx(
    "rounded-lg border border-l-4 bg-raised px-4 py-3 text-ink [box-shadow:0_4px_24px_rgba(0,0,0,0.12)]",
    tone === "error" ? "border-harm" : "border-line border-l-accent",
  );
}

/** Says beside what makes a PDF which letters it does not have. `scripts` is in words. */
export function NotPrinted({ id, scripts }: { id: string; scripts: string }) {
  return (
    <p id={id} className="no-print mt-4 max-w-measure">
      {t(
        "A PDF has no letters for {scripts}, so what is written in them would be missing. Your browser can print the pages here with all of them.",
        { scripts },
      )}
    </p>
  );
}
