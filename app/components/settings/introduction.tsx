import { Link } from "@remix-run/react";
import type { ReactNode } from "react";

type Props = { id: string; title: string; back: { to: string; text: string }; children: ReactNode };

/** Opens a page below one of the settings' pages: the way back, and what it is for. */
export function Introduction({ id, title, back, children }: Props) {
  return (
    <section aria-labelledby={id}>
      <p className="mb-4 text-sm">
        <Link to={back.to}>{back.text}</Link>
      </p>
      <h2 id={id} className="mb-3 text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
