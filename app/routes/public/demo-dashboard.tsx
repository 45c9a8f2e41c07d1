import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { PostForm } from "~/components/forms/post-form";
import { PassageText } from "~/components/journal/passage-text";
import { RhythmDots } from "~/components/journal/rhythm-strip";
import { useInstance } from "~/components/layout/use-instance";
import { Button, ButtonLink } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { PageHeading } from "~/components/ui/page-heading";
import { PlainProse } from "~/components/ui/prose";
import { TitledSection } from "~/components/ui/titled-section";
import { parseGuideStep } from "~/domain/accounts/onboarding/guides";
import { pageMeta } from "~/domain/accounts/support/public-pages";
import {
  DEMO_PAGES,
  DEMO_TEXTS,
  demoPage,
  demoIntention,
  demoRhythm,
  type DemoDate,
  type DemoEntry,
} from "~/domain/administration/demo/demo-journal";
import { formatDate } from "~/domain/calendar/local-day";
import { seasonLine } from "~/domain/journal/entries/entry";
import { todayIn } from "~/domain/member/current-member.server";
import { dailyPassage } from "~/domain/scripture/passages/passages.server";
import { demoModeCookie } from "~/http/cookies.server";
import { issueCsrfFields } from "~/http/form/csrf.server";
import { publicAction } from "~/http/form/guarded-actions.server";
import { publicLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

/** Notes that the entries are invented, with links to leave the demonstration or to open it from the landing page. */
function DemoBanner({ isFrontPage }: { isFrontPage: boolean }) {
  const { title, text, begin, stay, leave } = DEMO_TEXTS.banner;
  const { registration } = useInstance();
  return (
    <aside aria-label={title} className="mb-12 rounded-lg border border-accent bg-accent-soft p-5 sm:p-6">
      <p className="font-semibold">{title}</p>
      <p className="mt-1 max-w-measure">{text}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        {registration === "open" && (
          <ButtonLink to={paths.register()} reloadDocument>
            {begin}
          </ButtonLink>
        )}
        <PostForm action={paths.demoDashboard()} reloadDocument>
          <Button type="submit" name="intent" value={isFrontPage ? "leave" : "stay"} variant="quiet">
            {isFrontPage ? leave : stay}
          </Button>
        </PostForm>
      </div>
    </aside>
  );
}

/** Invented entries by day, each collapsible. */
function DemoDays({ dates }: { dates: DemoDate[] }) {
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
            <DemoEntryText key={entry.slot} entry={entry} />
          ))}
        </section>
      ))}
    </div>
  );
}

function DemoEntryText({ entry: { name, answers, body, tags } }: { entry: DemoEntry }) {
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

function DemoPages({ page, pages }: { page: number; pages: number }) {
  const pathOf = (to: number) =>
    to === 1 ? `${paths.demoDashboard()}#entries` : `${paths.demoDashboard({ page: to })}#entries`;
  const link = "inline-flex min-h-11 items-center";
  return (
    <nav
      aria-label={DEMO_TEXTS.pages}
      className="mt-10 flex flex-wrap items-center justify-between gap-x-6 border-t border-line pt-4 text-sm"
    >
      {page > 1 ? (
        <Link to={pathOf(page - 1)} reloadDocument className={link}>
          {DEMO_TEXTS.newer}
        </Link>
      ) : (
        <span />
      )}{" "}
      <span className="text-muted">{DEMO_TEXTS.page(page, pages)}</span>{" "}
      {page < pages ? (
        <Link to={pathOf(page + 1)} reloadDocument className={link}>
          {DEMO_TEXTS.older}
        </Link>
      ) : (
        <span />
      )}
    </nav>
  );
}

export const meta: MetaFunction = () =>
  pageMeta(
    t("A look around"),
    t("Sixty days in an invented journal: how a dashboard and its entries look, to read at leisure."),
  );

/** Read-only demonstration, the same for everyone on one day. */
export const loader = (args: LoaderFunctionArgs) =>
  publicLoader(args, async ({ request, url }) => {
    const today = todayIn("");
    const page = parseGuideStep(url.searchParams.get("page"), DEMO_PAGES);
    const { protection, headers } = await issueCsrfFields(request);
    return data(
      {
        protection,
        isFrontPage: demoModeCookie.isOn(request),
        page,
        pages: DEMO_PAGES,
        eyebrow: `${formatDate(today)} · ${seasonLine(today, { showSeason: true })}`,
        passage: dailyPassage(today),
        presence: demoIntention(),
        rhythm: demoRhythm(),
        dates: demoPage(today, page),
      },
      { headers },
    );
  });

const DemoSchema = z.object({ intent: z.enum(["stay", "leave"]).default("leave") });

/** Sets or clears the cookie that makes the landing page redirect to the demonstration. */
export const action = (args: ActionFunctionArgs) =>
  publicAction(args, { schema: DemoSchema }, async ({ value }) =>
    value.intent === "stay"
      ? redirect(paths.demoDashboard(), { headers: { "Set-Cookie": demoModeCookie.on } })
      : redirect(paths.home(), { headers: { "Set-Cookie": demoModeCookie.off } }),
  );

export default function DemoDashboard() {
  const { isFrontPage, page, pages, eyebrow, passage, presence, rhythm, dates } =
    useLoaderData<typeof loader>();
  return (
    <>
      <DemoBanner isFrontPage={isFrontPage} />
      <PageHeading title={DEMO_TEXTS.title} eyebrow={eyebrow} />
      {page === 1 && (
        <>
          <TitledSection id="verse" title={DEMO_TEXTS.verse} titleClass="mb-4 text-sm text-muted">
            <PassageText passage={passage} readOn={false} />
          </TitledSection>
          <section className="mt-12">
            <h2 className="mb-2 text-sm text-muted">{DEMO_TEXTS.presence}</h2>
            <PlainProse>{presence}</PlainProse>
          </section>
          <section className="mt-12">
            <h2 className="mb-2 text-sm text-muted">{DEMO_TEXTS.rhythm}</h2>
            <RhythmDots days={rhythm} />
          </section>
        </>
      )}
      <section id="entries" className="mt-14 scroll-mt-4">
        <h2 className="text-xl font-medium">{DEMO_TEXTS.entries}</h2>
        <p className="mb-8 mt-1 text-sm text-muted">{DEMO_TEXTS.gaps}</p>
        <DemoDays dates={dates} />
        <DemoPages page={page} pages={pages} />
      </section>
    </>
  );
}
