import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import { Icon } from "~/components/ui/icon";
import type { DemoDate, DemoEntry } from "~/domain/demo/demo-journal";
import { DEMO_TEXTS } from "~/domain/demo/texts";

/** The invented entries, read in full: day by day, each in a fold to open. */
export function DemoDays({ dates }: { dates: DemoDate[] }) {
  return (
    <div className="space-y-10">
      {dates.map(({ date, day, favourite, entries }) => (
        <section key={date} aria-labelledby={`day-${date}`} className="border-t border-line pt-6">
          <h3 id={`day-${date}`} className="flex flex-wrap items-baseline gap-x-3 text-sm text-muted">
            {day}
            {favourite && (
              <span className="inline-flex items-center gap-1 text-accent">
                <Icon name="heart" size={14} className="fill-current" />
                {DEMO_TEXTS.favourite}
              </span>
            )}
          </h3>
          {entries.map((entry) => (
            <EntryText key={entry.slot} entry={entry} />
          ))}
        </section>
      ))}
    </div>
  );
}

function EntryText({ entry: { name, answers, body, tags } }: { entry: DemoEntry }) {
  return (
    <article className="mt-5">
      <h4 className="font-medium">{name}</h4>
      {answers.length > 0 && (
        <dl className="mt-2 space-y-3">
          {answers.map(({ label, text }) => (
            <div key={label}>
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="max-w-measure font-serif">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {body.map((paragraph) => (
        <p key={paragraph} className="mt-3 max-w-measure whitespace-pre-line font-serif">
          {paragraph}
        </p>
      ))}
      {tags.length > 0 && <p className="mt-2 text-sm text-muted">{tags.map((tag) => `#${tag}`).join(" ")}</p>}
    </article>
  );
}

/** Newer and older days, as links. */
export function DemoPages({ page, pages }: { page: number; pages: number }) {
  const address = (to: number) =>
    to === 1 ? `${addresses.demoDashboard()}#entries` : `${addresses.demoDashboard({ page: to })}#entries`;
  const link = "inline-flex min-h-11 items-center";
  return (
    <nav
      aria-label={DEMO_TEXTS.pages}
      className="mt-10 flex flex-wrap items-center justify-between gap-x-6 border-t border-line pt-4 text-sm"
    >
      {page > 1 ? (
        <Link to={address(page - 1)} reloadDocument className={link}>
          {DEMO_TEXTS.newer}
        </Link>
      ) : (
        <span />
      )}{" "}
      <span className="text-muted">{DEMO_TEXTS.page(page, pages)}</span>{" "}
      {page < pages ? (
        <Link to={address(page + 1)} reloadDocument className={link}>
          {DEMO_TEXTS.older}
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}
