import clsx from "clsx";
import type { ReactNode } from "react";

/** Running text at a comfortable measure, with headings, lists and quotations set. */
export function Prose({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={clsx("prose-quiet max-w-measure", className)}>{children}</div>;
}
