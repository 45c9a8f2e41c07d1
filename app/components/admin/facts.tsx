import type { ReactNode } from "react";

export type Fact = { label: string; value: ReactNode };

/** Names and values, side by side on wide screens. */
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

/** A part of an administrators' page. */
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
