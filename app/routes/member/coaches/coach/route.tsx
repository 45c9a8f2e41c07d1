import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import * as addresses from "~/addresses";
import { SoftwareLine } from "~/components/coaches/software-line";
import { ThreadList } from "~/components/coaches/thread-list";
import { Banner } from "~/components/ui/banner";
import { PageHeading } from "~/components/ui/page-heading";
import { aiAccessOf } from "~/domain/ai/consent.server";
import { offeredEntries } from "~/domain/coaches/context-entries.server";
import { COACH_REFUSALS } from "~/domain/coaches/refusals";
import { coachNamed, otherPlanOf, type Coach } from "~/domain/coaches/roster";
import { StartSchema } from "~/domain/coaches/schema";
import { sendMessage } from "~/domain/coaches/send-message.server";
import { threadLines } from "~/domain/coaches/thread-lines.server";
import { startThread } from "~/domain/coaches/threads.server";
import { currentSlotOf } from "~/domain/member/today.server";
import { referenceOfDay } from "~/domain/scripture/passages/passage-plan";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader, notFound } from "~/http/loaders.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import { StartForm } from "./form";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: t("{name} · Still and Know", { name: data?.coach.name ?? t("Coach") }) },
];

function coachOf(key: string | undefined): Coach {
  const coach = coachNamed(key);
  if (!coach) throw notFound();
  return coach;
}

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ params, member }) => {
    const coach = coachOf(params.key);
    const otherPlan = otherPlanOf(member.subscriptionTier, coach.key);
    const [entries, threads] = await Promise.all([
      otherPlan ? [] : offeredEntries(member),
      threadLines(member, coach.key),
    ]);
    return {
      coach,
      otherPlan,
      entries: entries.map(({ id, date, name, excerpt }) => ({ id, date, name, excerpt })),
      passage: coach.key === "reader" ? referenceOfDay(member, currentSlotOf(member).date) : null,
      threads,
      // Where a model answers, the first message is written where the text that is sent can be read before.
      asks: aiAccessOf(member.aiConsent, "coaches").state === "given" ? null : coach.asks,
    };
  });

/** Begins a conversation. */
export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: StartSchema }, async ({ params, member, value, submission, refuse }) => {
    const { key } = coachOf(params.key);
    const { entry: entryIds, passage, message } = value;
    const result = await startThread(member, key, { entryIds, passage }, submission);
    if (result.ok) {
      // What was typed here is the first message. Where it is refused, its page says why.
      if (message) await sendMessage(member, result.id, message, { submission });
      return redirect(addresses.thread(result.id));
    }
    return result.code === "not_in_plan"
      ? refuse({ status: 403, notice: COACH_REFUSALS.not_in_plan })
      : refuse({ status: 400, fields: { passage: [COACH_REFUSALS.unknown_passage] } });
  });

export default function CoachPage() {
  const { coach, otherPlan, entries, passage, threads, asks } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHeading
        title={coach.name}
        eyebrow={<Link to={addresses.coaches()}>{t("Coaches")}</Link>}
        intro={<p>{coach.purpose}</p>}
      />
      <SoftwareLine />
      <ul className="max-w-measure list-disc space-y-1 pl-5">
        {coach.does.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className="mt-4 max-w-measure text-muted">{coach.leaves}</p>
      {otherPlan ? (
        <Banner className="mt-8 max-w-measure" title={t("Part of the {plan}", { plan: otherPlan })}>
          <p>
            <Trans>
              <Link to={addresses.subscribe()}>See the plans</Link>. Writing, searching and taking your
              journal with you belong to every plan, and so does the Rhythm Keeper.
            </Trans>
          </p>
        </Banner>
      ) : (
        <StartForm key={coach.key} asks={asks} entries={entries} passage={passage} reply={reply} />
      )}
      {threads.length > 0 && (
        <section aria-labelledby="conversations" className="mt-12">
          <h2 id="conversations" className="mb-4 text-xl font-medium">
            {t("Your conversations")}
          </h2>
          <ThreadList threads={threads} />
        </section>
      )}
    </>
  );
}
