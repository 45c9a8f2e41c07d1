import clsx from "clsx";
import type { ReactNode } from "react";

const TONE = {
  plain: "border-line text-muted",
  accent: "border-accent text-accent",
  harm: "border-harm text-harm",
} as const;

/** Label of a plan or state. The text carries the meaning, the colour only supports it. */
export function Badge({ tone = "plain", children }: { tone?: keyof typeof TONE; children: ReactNode }) {
  return (
    <span
      className={clsx(
        "inline-flex items-center rounded-full border px-3 py-0.5 text-sm font-medium",
        TONE[tone],
      )}
    >
      {children}
    </span>
  );
}
