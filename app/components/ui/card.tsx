import clsx from "clsx";
import type { ReactNode } from "react";

export function Card({
  as: Tag = "div",
  className,
  children,
}: {
  as?: "div" | "section" | "article" | "li";
  className?: string;
  children: ReactNode;
}) {
  return (
    <Tag className={clsx("rounded-lg border border-line bg-raised p-5 sm:p-6", className)}>{children}</Tag>
  );
}
