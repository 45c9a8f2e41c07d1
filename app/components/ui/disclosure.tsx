import type { ReactNode } from "react";

/** The sign before a line that opens: the browser's own is left out. Its `details` has the class `group`. */
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
  /** Where something inside is in use or was refused. Once open it stays as the reader leaves it. */
  open: boolean;
  className?: string;
  children: ReactNode;
};

/** What most people pass over, behind one line. A form's fields inside are sent whether it is open or not. */
export function Disclosure({ title, open, className, children }: Props) {
  return (
    <details open={open || undefined} className={`group ${className ?? ""}`}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center">
        <DisclosureIcon />
        {title}
      </summary>
      {children}
    </details>
  );
}
