import { numberInWords } from "~/domain/calendar/locale";

type Group = { title: string; figures: { label: string; value: number; note?: string }[] };

/** Groups of counts, as definition lists that read well without style. */
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
