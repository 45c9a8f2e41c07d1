import { redirect, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { PassageText } from "~/components/journal/passage-text";
import { PageHeading } from "~/components/ui/page-heading";
import { guideOf, type GuideFlow } from "~/domain/journal/reflection/flow";
import { currentSlotOf } from "~/domain/member/current-member.server";
import { includesPromptSet } from "~/domain/member/prayer-settings";
import type { Passage } from "~/domain/scripture/passages/passage";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

export const meta: MetaFunction = () => [{ title: t("This week’s guide · Still and Know") }];

/** The week's Lectio Divina and Examen to read, on plans that do not include them as a prompt set. */
export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => {
    if (includesPromptSet(member.subscriptionTier, "lectio_examen")) throw redirect(paths.journal());
    const { morning, evening } = guideOf(currentSlotOf(member).date, member.prayer.showSeason);
    const withText = ({ passageRef, frameRef, ...flow }: GuideFlow) => ({
      ...flow,
      passage: findPassage(passageRef, member.prayer.translation) ?? null,
      frame: findPassage(frameRef, member.prayer.translation) ?? null,
    });
    return { morning: withText(morning), evening: withText(evening) };
  });

type Part = Pick<GuideFlow, "title" | "steps"> & { passage: Passage | null; frame: Passage | null };

export default function GuidePage() {
  const { morning, evening } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeading
        title={t("This week’s guide")}
        intro={
          <Trans>
            A morning of Lectio Divina and an evening of Examen, to read and to pray. They change every
            Sunday. The Formation Plan leads you through them each day, with room to write.{" "}
            <Link to={paths.subscribe()}>See the plans</Link>.
          </Trans>
        }
      />
      <GuidePart when="morning" part={morning} />
      <GuidePart when="evening" part={evening} />
      <nav
        aria-label={t("Write")}
        className="no-print mt-14 flex flex-wrap gap-x-6 border-t border-line pt-3"
      >
        <Link to={paths.journal()} className="inline-flex min-h-11 items-center">
          {t("Today’s reflection")}
        </Link>{" "}
        <Link to={paths.freePage()} className="inline-flex min-h-11 items-center">
          {t("A free page")}
        </Link>{" "}
        <Link to={paths.silence()} className="inline-flex min-h-11 items-center">
          {t("Silence")}
        </Link>
      </nav>
    </>
  );
}

function GuidePart({ when, part }: { when: "morning" | "evening"; part: Part }) {
  return (
    <section aria-labelledby={when} className="mt-12">
      <h2 id={when} className="mb-8 border-b border-line pb-2 text-xl">
        {when === "morning" ? (
          <Trans>
            {part.title}
            <span className="text-base text-muted">, for a morning</span>
          </Trans>
        ) : (
          <Trans>
            {part.title}
            <span className="text-base text-muted">, for an evening</span>
          </Trans>
        )}
      </h2>
      <ol className="grid grid-cols-1 gap-10">
        {part.steps.map((step) => (
          <li key={step.key}>
            <h3 className="flex flex-wrap items-baseline gap-x-3 text-lg">
              <span className="movement">{step.name}</span>{" "}
              <span className="text-base text-muted">{step.meaning}</span>
            </h3>
            <p className="mt-1 max-w-measure text-muted">{step.lead}</p>
            {(step.key === "still" || step.key === "close") && part.frame && (
              <PassageText passage={part.frame} className="mt-4" />
            )}
            {step.key === "lectio" && part.passage && <PassageText passage={part.passage} className="mt-4" />}
            {step.fields.length > 0 && (
              <ul className="mt-4 max-w-measure space-y-2 font-serif text-lg">
                {step.fields.map(({ key, label, hint }) => (
                  <li key={key}>{hint ?? label}</li>
                ))}
              </ul>
            )}
            {step.after && <p className="mt-4 max-w-measure text-muted">{step.after}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
