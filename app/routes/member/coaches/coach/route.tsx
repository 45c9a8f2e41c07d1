import { getFormProps, useForm } from "@conform-to/react";
import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Field, FieldErrors } from "~/components/forms/field";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { WritingArea } from "~/components/forms/writing-area";
import { Banner } from "~/components/ui/banner";
import { PageHeading } from "~/components/ui/page-heading";
import { TitledSection } from "~/components/ui/titled-section";
import { aiAccess } from "~/domain/ai/model-access.server";
import { readOfferedEntries } from "~/domain/coaches/model-request.server";
import { findCoach, requiredPlan, type Coach } from "~/domain/coaches/roster";
import { sendMessage, StartSchema } from "~/domain/coaches/send-message.server";
import { COACH_LIMITS, COACH_REFUSALS } from "~/domain/coaches/thread";
import { listRecentThreads } from "~/domain/coaches/thread-page.server";
import { startThread } from "~/domain/coaches/threads.server";
import { currentSlotOf } from "~/domain/member/current-member.server";
import { referenceOfDay } from "~/domain/scripture/passages/passage-plan";
import type { FormReply } from "~/http/form/form-options.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader, notFound } from "~/http/guards.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";
import { SoftwareLine, ThreadList } from "~/routes/member/coaches/thread-list";

type OfferedEntry = { id: string; date: string; name: string; excerpt: string };
type Values = { passage: string; entry: string[]; message: string };

function StartForm({
  asks,
  entries,
  passage,
  reply,
}: {
  /** Label of the message field; null if there is no message field. */
  asks: string | null;
  entries: OfferedEntry[];
  /** Passage of the day for The Reader; null for the other coaches. */
  passage: string | null;
  reply: FormReply | undefined;
}) {
  const [form, fields] = useForm<Values>({
    id: "start",
    lastResult: reply?.lastResult,
    defaultValue: { passage: passage ?? "" },
  });
  return (
    <PostForm
      {...getFormProps(form)}
      noValidate
      className="mt-8 grid max-w-measure grid-cols-1 gap-6"
      notice={reply?.notice}
    >
      {passage !== null && (
        <Field
          meta={fields.passage}
          label={t("Passage")}
          hint={t("Today’s passage, or any other reference, like John 15:4–8.")}
          autoComplete="off"
          maxLength={80}
        />
      )}
      {entries.length > 0 && (
        <details open={fields.entry.errors !== undefined} className="group min-w-0">
          <summary className="inline-flex min-h-11 items-center font-medium underline decoration-line underline-offset-4">
            {t("Choose entries to talk about")}
          </summary>
          <fieldset
            className="min-w-0"
            aria-describedby={fields.entry.errors ? fields.entry.errorId : undefined}
          >
            <legend className="mb-2 text-sm text-muted">
              {t(
                "None is chosen unless you tick it; {entries} at most. Entries you exclude from insights are not offered.",
                { entries: COACH_LIMITS.entries },
              )}
            </legend>
            <ul className="divide-y divide-line border-y border-line">
              {entries.map(({ id, date, name, excerpt }) => (
                <li key={id} className="flex items-start gap-3 py-1">
                  <input
                    type="checkbox"
                    id={`entry-${id}`}
                    name="entry"
                    value={id}
                    className="mt-2.5 shrink-0"
                  />
                  <label htmlFor={`entry-${id}`} className="min-h-11 min-w-0 flex-1 py-2 leading-snug">
                    <bdi className="font-medium">{name}</bdi>{" "}
                    <span className="text-sm text-muted">{date}</span>{" "}
                    <span dir="auto" className="mt-0.5 line-clamp-2 break-words font-serif text-muted">
                      {excerpt}
                    </span>
                  </label>
                </li>
              ))}
            </ul>
          </fieldset>
          <FieldErrors id={fields.entry.errorId} errors={fields.entry.errors} />
        </details>
      )}
      {asks !== null && (
        <WritingArea
          meta={fields.message}
          label={asks}
          hint={t("Leave this empty to begin with a question.")}
          size="short"
          maxLength={COACH_LIMITS.message}
        />
      )}
      <SubmitButton name="intent" value="start" pendingText={t("Beginning…")}>
        {t("Begin a conversation")}
      </SubmitButton>
    </PostForm>
  );
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: t("{name} · Still and Know", { name: data?.coach.name ?? t("Coach") }) },
];

function requireCoach(key: string | undefined): Coach {
  const coach = findCoach(key);
  if (!coach) throw notFound();
  return coach;
}

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ params, member }) => {
    const coach = requireCoach(params.key);
    const otherPlan = requiredPlan(member.subscriptionTier, coach.key);
    const [entries, threads] = await Promise.all([
      otherPlan ? [] : readOfferedEntries(member),
      listRecentThreads(member, coach.key),
    ]);
    return {
      coach,
      otherPlan,
      entries: entries.map(({ id, date, name, excerpt }) => ({ id, date, name, excerpt })),
      passage: coach.key === "reader" ? referenceOfDay(member, currentSlotOf(member).date) : null,
      threads,
      // With a model the first message is written on the thread's page, which previews the sent text.
      asks: aiAccess(member.aiConsent, "coaches").state === "given" ? null : coach.asks,
    };
  });

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: StartSchema }, async ({ params, member, value, submission, refuse }) => {
    const { key } = requireCoach(params.key);
    const { entry: entryIds, passage, message } = value;
    const result = await startThread(member, key, { entryIds, passage }, submission);
    if (result.ok) {
      // If the message is rejected, the page of the thread gives the reason.
      if (message) await sendMessage(member, result.id, message, { submission });
      return redirect(paths.thread(result.id));
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
        eyebrow={<Link to={paths.coaches()}>{t("Coaches")}</Link>}
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
              <Link to={paths.subscribe()}>See the plans</Link>. Writing, searching and taking your journal
              with you belong to every plan, and so does the Rhythm Keeper.
            </Trans>
          </p>
        </Banner>
      ) : (
        <StartForm key={coach.key} asks={asks} entries={entries} passage={passage} reply={reply} />
      )}
      {threads.length > 0 && (
        <TitledSection
          id="conversations"
          title={t("Your conversations")}
          className="mt-12"
          titleClass="mb-4 text-xl font-medium"
        >
          <ThreadList threads={threads} />
        </TitledSection>
      )}
    </>
  );
}
