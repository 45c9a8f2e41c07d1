import type { ReactNode } from "react";
import { t } from "~/i18n/t";

type ListProps = { id: string; title: string; children: ReactNode[] };

/** What someone has of one kind, under its heading. */
export function ItemList({ id, title, children }: ListProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-3 text-xl">
        {title}
      </h2>
      {children.length === 0 ? (
        <p className="text-muted">{t("There are none yet.")}</p>
      ) : (
        <ul className="max-w-measure divide-y divide-line border-y border-line">{children}</ul>
      )}
    </section>
  );
}

type ThingProps = { name: string; about: ReactNode; children: ReactNode };

/** One of them: the name that its owner gave it, what is known of it, and what can be done with it. */
export function ListItem({ name, about, children }: ThingProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-4 py-4">
      <div className="min-w-0">
        <p className="break-words font-medium" dir="auto">
          {name}
        </p>
        <p className="text-sm text-muted">{about}</p>
      </div>
      {children}
    </li>
  );
}
