import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { z } from "zod";
import * as addresses from "~/addresses";
import { DemoBanner } from "~/components/demo/demo-banner";
import { DemoDays, DemoPages } from "~/components/demo/demo-days";
import { PassageText } from "~/components/journal/passage-text";
import { RhythmDots } from "~/components/journal/rhythm-strip";
import { WrittenText } from "~/components/journal/written-text";
import { PageHeading } from "~/components/ui/page-heading";
import { dateInWords } from "~/domain/calendar/local-day";
import { DEMO_PAGES, demoPage, demoPresence, demoRhythm } from "~/domain/demo/demo-journal";
import { DEMO_TEXTS as TEXTS } from "~/domain/demo/texts";
import { seasonLine } from "~/domain/journal/entries/day-line";
import { todayIn } from "~/domain/member/today.server";
import { stepFrom } from "~/domain/onboarding/guides";
import { dailyPassage } from "~/domain/scripture/passages/daily-passage.server";
import { pageMeta } from "~/domain/support/page-meta";
import { demoModeCookie } from "~/http/cookies.server";
import { issueCsrfFields } from "~/http/form/csrf.server";
import { publicAction } from "~/http/form/guarded-actions.server";
import { publicLoader } from "~/http/loaders.server";
import { t } from "~/i18n/t";

export const meta: MetaFunction = () =>
  pageMeta(
    t("A look around"),
    t("Sixty days in an invented journal: how a dashboard and its entries look, to read at leisure."),
  );

/** The demonstration: invented, read-only, the same for everyone on one day. */
export const loader = (args: LoaderFunctionArgs) =>
  publicLoader(args, async ({ request, url }) => {
    const today = todayIn("");
    const page = stepFrom(url.searchParams.get("page"), DEMO_PAGES);
    const { protection, headers } = await issueCsrfFields(request);
    return data(
      {
        protection,
        isFrontPage: demoModeCookie.isOn(request),
        page,
        pages: DEMO_PAGES,
        eyebrow: `${dateInWords(today)} · ${seasonLine(today, { showSeason: true })}`,
        passage: dailyPassage(today),
        presence: demoPresence(),
        rhythm: demoRhythm(),
        dates: demoPage(today, page),
      },
      { headers },
    );
  });

const DemoSchema = z.object({ intent: z.enum(["stay", "leave"]).default("leave") });

/** Only who asks for it finds the demonstration at the front door, until they leave. */
export const action = (args: ActionFunctionArgs) =>
  publicAction(args, { schema: DemoSchema }, async ({ value }) =>
    value.intent === "stay"
      ? redirect(addresses.demoDashboard(), { headers: { "Set-Cookie": demoModeCookie.on } })
      : redirect(addresses.home(), { headers: { "Set-Cookie": demoModeCookie.off } }),
  );

export default function DemoDashboard() {
  const { isFrontPage, page, pages, eyebrow, passage, presence, rhythm, dates } =
    useLoaderData<typeof loader>();
  return (
    <>
      <DemoBanner isFrontPage={isFrontPage} />
      <PageHeading title={TEXTS.title} eyebrow={eyebrow} />
      {page === 1 && (
        <>
          <section aria-labelledby="verse">
            <h2 id="verse" className="mb-4 text-sm text-muted">
              {TEXTS.verse}
            </h2>
            <PassageText passage={passage} readOn={false} />
          </section>
          <section className="mt-12">
            <h2 className="mb-2 text-sm text-muted">{TEXTS.presence}</h2>
            <WrittenText>{presence}</WrittenText>
          </section>
          <section className="mt-12">
            <h2 className="mb-2 text-sm text-muted">{TEXTS.rhythm}</h2>
            <RhythmDots days={rhythm} />
          </section>
        </>
      )}
      <section id="entries" className="mt-14 scroll-mt-4">
        <h2 className="text-xl font-medium">{TEXTS.entries}</h2>
        <p className="mb-8 mt-1 text-sm text-muted">{TEXTS.gaps}</p>
        <DemoDays dates={dates} />
        <DemoPages page={page} pages={pages} />
      </section>
    </>
  );
}
