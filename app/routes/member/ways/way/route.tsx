import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { FormNotice } from "~/components/forms/post-form";
import { EntryText } from "~/components/journal/entry-text";
import { NOT_PRINTED_ID, NotPrinted } from "~/components/ui/banner";
import { ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import type { RenderedContent } from "~/domain/journal/entries/entry";
import { openWayPage } from "~/domain/journal/reflection/way-progress.server";
import { memberLoader, notFound } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { handleWalkAction } from "~/routes/member/ways/walk-actions.server";
import { BeginWay, LeaveWay } from "~/routes/member/ways/walk-forms";

const BOOKLETS = [
  { paper: "a5", name: t("A5") },
  { paper: "a4", fold: "1", name: t("A4, to fold") },
  { paper: "letter", fold: "1", name: t("Letter, to fold") },
  { paper: "a4", size: "large", name: t("A4 in large print") },
  { paper: "letter", size: "large", name: t("Letter in large print") },
] as const;

type Day = { title: string; passage: string; date: string | null; isToday: boolean };

type Way = {
  id: string;
  language: string;
  days: Day[];
  /** A description of the scripts that the fonts of the booklet do not cover. */
  notPrinted?: string;
};

/** The days of a way with links to read them. */
export function DaysOfWay({ id, language, days, notPrinted }: Way) {
  const described = notPrinted ? { "aria-describedby": NOT_PRINTED_ID } : {};
  return (
    <section aria-labelledby="days">
      <h2 id="days" className="mb-4 text-xl font-medium">
        {t("The days")}
      </h2>
      <ol className="divide-y divide-line border-y border-line">
        {days.map(({ title, passage, date, isToday }, at) => (
          <li key={at} aria-current={isToday ? "date" : undefined} className="relative py-3 hover:bg-sunk">
            <Link
              to={paths.wayDay(id, at + 1)}
              lang={language || undefined}
              dir="auto"
              className={`font-serif text-lg after:absolute after:inset-0 ${isToday ? "font-semibold" : ""}`}
            >
              {title}
            </Link>
            <p className="text-sm text-muted">{[passage, date].filter(Boolean).join(" · ")}</p>
          </li>
        ))}
      </ol>
      {notPrinted && <NotPrinted scripts={notPrinted} />}
      <p className="mt-4 flex flex-wrap items-center gap-x-6 text-sm">
        <span>{t("As a booklet:")}</span>{" "}
        {BOOKLETS.map(({ name, ...query }) => (
          <Link
            key={name}
            to={paths.wayBooklet(id, query)}
            reloadDocument
            className="min-w-6 py-2.5"
            {...described}
          >
            {name}
          </Link>
        ))}
      </p>
    </section>
  );
}

type Words = { entryId: string; title: string; day: string; content: RenderedContent };

/** The member's entries of the way. */
export function OwnWords({ words }: { words: Words[] }) {
  return (
    <section aria-labelledby="words" className="mt-14">
      <h2 id="words" className="mb-6 text-xl font-medium">
        {t("Your words on this way")}
      </h2>
      <div className="space-y-12">
        {words.map(({ entryId, title, day, content }) => (
          <article key={entryId} aria-labelledby={`words-${entryId}`}>
            <p className="text-sm text-muted">{day}</p>
            <h3 id={`words-${entryId}`} dir="auto" className="mb-4 text-lg">
              <Link to={paths.entry(entryId)}>{title}</Link>
            </h3>
            <EntryText content={content} level="h4" rest={paths.entry(entryId, { page: 2 })} />
          </article>
        ))}
      </div>
    </section>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: t("{name} · Still and Know", { name: data?.name ?? t("Ways") }) },
];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ params, member }) => {
    const page = await openWayPage(member, params.way ?? "");
    if (!page) throw notFound();
    return page;
  });

export const action = (args: ActionFunctionArgs) => handleWalkAction(args);

export default function WayPage() {
  const { id, name, way, slot, today, words } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHeading
        title={<span lang={way?.language || undefined}>{name}</span>}
        eyebrow={<Link to={paths.ways()}>{t("Ways")}</Link>}
        intro={
          way ? (
            <>
              {way.about && (
                <p lang={way.language || undefined} className="mb-3 text-ink">
                  {way.about}
                </p>
              )}
              <p className="text-sm">{[way.when, way.by, way.licence].filter(Boolean).join(" · ")}</p>
            </>
          ) : (
            t("This way is not here any more. What you wrote on it stays.")
          )
        }
      />
      {reply?.notice && <FormNotice title={reply.notice.title} text={reply.notice.text} />}
      {today && (
        <section aria-labelledby="today" className="mb-8">
          <h2 id="today" className="text-sm text-muted">
            {today.slot === "morning" ? t("This morning") : t("This evening")}
          </h2>
          <p className="mb-5 mt-1 font-serif text-2xl">{today.title}</p>
          <ButtonLink to={paths.reflection(today.slot)}>{t("Pray this day")}</ButtonLink>
        </section>
      )}
      {slot && (
        <div className="mb-12">
          {!today && (
            <p className="mb-4 max-w-measure text-muted">
              {slot === "morning"
                ? t("This way has no day for today. Your morning is as usual.")
                : t("This way has no day for today. Your evening is as usual.")}
            </p>
          )}
          <LeaveWay way={id} />
        </div>
      )}
      {way && !slot && !way.isOver && (
        <div className="mb-12">
          <BeginWay way={id} errors={reply?.lastResult.error?.slot ?? undefined} />
        </div>
      )}
      {way && <DaysOfWay id={id} {...way} />}
      {words.length > 0 && <OwnWords words={words} />}
    </>
  );
}
