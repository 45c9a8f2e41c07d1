import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useActionData, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import type { FormEvent } from "react";
import { submitWithTimeout, type SubmitReply } from "~/browser/submit-with-timeout";
import { useStreamedAnswer } from "~/browser/use-streamed-answer";
import { FormNotice } from "~/components/forms/post-form";
import { PassageText } from "~/components/journal/passage-text";
import { CareNote } from "~/components/safety/care-note";
import { Banner } from "~/components/ui/banner";
import { PageHeading } from "~/components/ui/page-heading";
import { setAiConsent } from "~/domain/ai/model-access.server";
import {
  answerLast,
  secondsUntilTomorrow,
  sendMessage,
  ThreadFormSchema,
  type SendResult,
} from "~/domain/coaches/send-message.server";
import { CLOSING_TEXT, COACH_REFUSALS } from "~/domain/coaches/thread";
import { readThreadPage, type ThreadPage } from "~/domain/coaches/thread-page.server";
import { deleteThread, readThread, saveCoachDraft } from "~/domain/coaches/threads.server";
import { SERVER_NOT_REACHED } from "~/domain/journal/offline-page";
import { redirectWithToast } from "~/http/cookies.server";
import type { FormReply } from "~/http/form/form-options.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader, notFound } from "~/http/guards.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";
import { SoftwareLine } from "~/routes/member/coaches/thread-list";
import { MessageList } from "./message-list";
import { DeleteForm, ModelChoice, PendingAnswer, SaveDraftForm, UnansweredNotice, WriteForm } from "./parts";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: t("{name} · Still and Know", { name: data?.coach.name ?? t("Conversation") }) },
];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ params, url, member }) => {
    const page = await readThreadPage(member, params.threadId ?? "", url.searchParams.get("before"));
    if (!page) throw notFound();
    return page;
  });

const STATUS = { not_in_plan: 403, closed: 409, daily_limit: 429 } as const;

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: ThreadFormSchema }, async ({ params, member, value, submission, refuse }) => {
    const id = params.threadId ?? "";
    const here = paths.thread(id);
    const answered = (result: SendResult) => {
      if (result.ok) return redirect(`${here}#latest`);
      if (result.code === "not_found") throw notFound();
      return refuse({
        status: STATUS[result.code],
        notice: COACH_REFUSALS[result.code],
        ...(result.code === "daily_limit" && {
          headers: { "Retry-After": String(secondsUntilTomorrow(member)) },
        }),
      });
    };
    if (value.intent === "delete") {
      const thread = await readThread(member, id);
      if (!thread || !(await deleteThread(member, id))) throw notFound();
      return redirectWithToast(paths.coach(thread.coachKey), {
        title: t("Deleted for good"),
        tone: "info",
      });
    }
    if (value.intent === "offer" || value.intent === "send") {
      const text = value.intent === "offer" ? value.offer : value.message;
      return answered(await sendMessage(member, id, text, { submission }));
    }
    if (value.intent === "answer") return answered(await answerLast(member, id));
    if (value.intent === "keep") {
      const entryId = await saveCoachDraft(member, id, value.id, submission);
      if (!entryId) throw notFound();
      return redirect(paths.entryEdit(entryId));
    }
    // Shows the page again with the typed message in the preview.
    if (value.intent === "preview") return refuse({ status: 200 });
    const given = value.intent === "consent";
    const result = await setAiConsent(member.id, "coaches", given ? { given, host: value.host } : { given });
    if (!result.ok) return refuse({ status: 409, notice: COACH_REFUSALS.another_host });
    return given && value.message.trim()
      ? answered(await sendMessage(member, id, value.message.trim(), { submission }))
      : redirect(`${here}#write`);
  });

/** Longer than the default timeout, because a model may be slow. */
const ANSWER_TIMEOUT_MS = 60_000;
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  submitWithTimeout(() => serverAction<FormReply>(), SERVER_NOT_REACHED, ANSWER_TIMEOUT_MS);
export { revalidateUnlessUnreachable as shouldRevalidate } from "~/browser/submit-with-timeout";

export default function ThreadRoute() {
  const page = useLoaderData<typeof loader>();
  const reply = useActionData<SubmitReply>();
  const { id, coach, passage, messages, earlier, isLatest } = page;
  const { coming, stop, onSubmit } = useStreamedAnswer(paths.threadStream(id), page.messageCount);
  return (
    <>
      <PageHeading title={coach.name} eyebrow={<Link to={paths.coaches()}>{t("Coaches")}</Link>} />
      <SoftwareLine />
      {page.heavyEntry && <CareNote care={page.heavyEntry} className="mb-8" />}
      {passage && <PassageText passage={passage} className="mb-10" />}
      <About entries={page.entries} />
      {earlier !== null && (
        <p className="mb-8">
          <Link to={paths.thread(id, { before: earlier })} rel="prev">
            {t("The earlier messages")}
          </Link>
        </p>
      )}
      <MessageList
        coach={coach.name}
        messages={messages}
        reminders={page.reminders}
        keep={(message) => <SaveDraftForm id={message.id} />}
      >
        {isLatest && coming && <PendingAnswer coach={coach.name} coming={coming} onStop={stop} />}
      </MessageList>
      <div className="mt-10 space-y-6">
        {isLatest ? (
          <AfterMessages page={page} reply={reply} isComing={coming !== null} onSubmit={onSubmit} />
        ) : (
          <p>
            <Link to={`${paths.thread(id)}#latest`}>{t("The latest messages")}</Link>
          </p>
        )}
        <DeleteForm />
        <p className="text-sm">
          <Link to={paths.coaches()}>{t("All coaches")}</Link>
        </p>
      </div>
    </>
  );
}

type AfterProps = {
  page: ThreadPage;
  reply: SubmitReply | undefined;
  isComing: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};

/** The end of a thread: the reason why it is closed, or the message field and the choice of a model. */
function AfterMessages({ page, reply, isComing, onSubmit }: AfterProps) {
  const { isFixed, state, otherPlan, isUnanswered } = page;
  return (
    <>
      {isFixed && (
        <Banner title={t("This conversation is paused for a day")}>
          <p>
            <Trans>
              For now it only answers with these numbers. Your journal is open as always:{" "}
              <Link to={paths.freePage()}>continue writing privately</Link>.
            </Trans>
          </p>
        </Banner>
      )}
      {state === "closed" && (
        <Banner role="status">
          <p>{CLOSING_TEXT}</p>
        </Banner>
      )}
      {otherPlan && (
        <Banner title={t("Part of the {plan}", { plan: otherPlan })}>
          <p>
            {COACH_REFUSALS.not_in_plan.text} <Link to={paths.subscribe()}>{t("See the plans")}</Link>.
          </p>
        </Banner>
      )}
      {reply?.notice && <FormNotice {...reply.notice} />}
      {isUnanswered && !isComing && !otherPlan && <UnansweredNotice />}
      {state === "open" && !otherPlan && (
        <WriteForm key={page.turns} page={page} reply={reply} waits={isComing} onSubmit={onSubmit} />
      )}
      {page.model && (
        <ModelChoice key={`${page.turns} ${page.model.state}`} model={page.model} reply={reply} />
      )}
    </>
  );
}

function About({ entries }: { entries: ThreadPage["entries"] }) {
  if (entries.length === 0) return null;
  const links = entries.map(({ id, day, name }, at) => (
    <span key={id}>
      {at > 0 && ", "}
      <Link to={paths.entry(id)}>
        {name}, {day}
      </Link>
    </span>
  ));
  return (
    <p className="mb-8 text-sm text-muted">
      <Trans>About {links}</Trans>
    </p>
  );
}
