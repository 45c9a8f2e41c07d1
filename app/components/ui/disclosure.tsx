import type { ReactNode } from "react";

/** Marker of a `<summary>`, in place of the browser's own. Its `<details>` needs the class `group`. */
export function DisclosureIcon() {
  return (
    <>
      <span aria-hidden className="mr-2 inline-block transition group-open:[transform:rotate(90deg)]">
        ›
      </span>{" "}
    </>
  );
}

type Props = {
  title: ReactNode;
  /** True when a field inside is in use or has an error. Afterwards the reader controls it. */
  open: boolean;
  className?: string;
  children: ReactNode;
};

/** Collapsible section. Form fields inside are submitted even when it is closed. */
export function Disclosure({ title, open, className, children }: Props) {
  return (
    <details open={open || undefined} className={`group ${className ?? ""}`}>
      <summary className="inline-flex min-h-11 items-center">
        <DisclosureIcon />
        {title}
      </summary>
      {children}
    </details>
  );
}
