import clsx from "clsx";
import type { ReactNode } from "react";

const TONE = {
  info: "border-edge bg-sunk",
  success: "border-accent bg-accent-soft",
  harm: "border-harm bg-harm-soft",
} as const;

type Props = {
  tone?: keyof typeof TONE;
  title?: ReactNode;
  /** `status` for what may wait, `alert` for what may not; none for text that was there from the start. */
  role?: "status" | "alert";
  className?: string;
  children?: ReactNode;
};

/** A message in the page, marked by a line at its side. */
export function Banner({ tone = "info", title, role, className, children }: Props) {
  return (
    <div role={role} className={clsx("rounded border-l-4 px-4 py-3", TONE[tone], className)}>
      {title && <p className={clsx("font-semibold", tone === "harm" && "text-harm")}>{title}</p>}
      {children && <div>{children}</div>}
    </div>
  );
}
