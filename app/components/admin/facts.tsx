import type { ReactNode } from "react";
import { numberInWords } from "~/domain/calendar/locale";

type Fact = { label: string; value: ReactNode };

/** Labels and values, side by side on wide screens. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="divide-y divide-line border-y border-line">
      {facts.map(({ label, value }) => (
        <div key={label} className="grid grid-cols-1 gap-x-6 py-2.5 sm:grid-cols-[13em_minmax(0,1fr)]">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Section({
  id,
  title,
  intro,
  children,
}: {
  id: string;
  title: string;
  intro?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-labelledby={id} className="mt-12 first:mt-0">
      <h2 id={id} className="mb-4 text-xl">
        {title}
      </h2>
      {intro && <p className="-mt-2 mb-5 max-w-measure text-sm text-muted">{intro}</p>}
      {children}
    </section>
  );
}

type Group = { title: string; figures: { label: string; value: number; note?: string }[] };

/** Groups of counts, as definition lists that are readable without styles. */
export function FigureGroups({ groups }: { groups: Group[] }) {
  return (
    <div className="grid grid-cols-1 gap-10">
      {groups.map(({ title, figures }) => (
        <section key={title} aria-label={title}>
          <h2 className="mb-4 text-xl">{title}</h2>
          <dl className="grid grid-cols-2 gap-x-8 gap-y-6 sm:grid-cols-3">
            {figures.map(({ label, value, note }) => (
              <div key={label} className="flex flex-col justify-between border-l-2 border-line pl-4">
                <dt className="text-sm text-muted">{label}</dt>
                <dd className="tabular-nums">
                  <span className="text-2xl">{numberInWords(value)}</span>{" "}
                  {note && <span className="ml-2 text-sm text-muted">{note}</span>}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
