import { getFormProps, useForm } from "@conform-to/react";
import { Link } from "@remix-run/react";
import clsx from "clsx";
import { useEffect, useRef, type FormEvent } from "react";
import { usePolling } from "~/browser/timers";
import type { StreamingAnswer } from "~/browser/use-streamed-answer";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { WritingArea } from "~/components/forms/writing-area";
import { Button } from "~/components/ui/button";
import { DisclosureIcon } from "~/components/ui/disclosure";
import { COACH_LIMITS } from "~/domain/coaches/thread";
import type { ThreadPage } from "~/domain/coaches/thread-page.server";
import type { FormReply } from "~/http/form/form-options.server";
import { t, tn } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";
import { MessageText } from "./message-list";

function ModelRequestPreview({
  host,
  sent,
  typed,
  open,
}: {
  host: string;
  sent: { from: string; text: string }[];
  /** Content of the message field; the last part of the request. */
  typed: string;
  open: boolean;
}) {
  const parts = typed ? [...sent, { from: t("You, now"), text: typed }] : sent;
  return (
    <details id="sent" open={open} className="group scroll-mt-6 rounded border border-line">
      <summary className="flex min-h-11 items-center px-4 py-2 font-medium">
        <DisclosureIcon />
        {t("Exactly this text will be sent to {host}", { host })}
      </summary>
      <ol className="space-y-4 border-t border-line px-4 py-4">
        {parts.map(({ from, text }, at) => (
          <li key={at} className="text-sm">
            <p className="font-semibold">{from}</p>
            <MessageText>{text}</MessageText>
          </li>
        ))}
        {!typed && <li className="text-sm text-muted">{t("What you write above is added at the end.")}</li>}
      </ol>
    </details>
  );
}

type ModelChoiceProps = { model: NonNullable<ThreadPage["model"]>; reply: Partial<FormReply> | undefined };

/** Consent to a language model, with the exact text that would be sent to it. */
export function ModelChoice({ model, reply }: ModelChoiceProps) {
  const { initialValue } = reply?.lastResult ?? {};
  const isPreview = initialValue?.intent === "preview";
  const typed = isPreview ? String(initialValue.message ?? "") : "";
  const text = <ModelRequestPreview host={model.host} sent={model.sent} typed={typed} open={isPreview} />;
  if (model.state === "given")
    return (
      <section aria-label={t("Language model")} className="border-t border-line pt-4">
        <p className="mb-2 text-sm text-muted">
          <Trans>
            A language model at {model.host} answers ({model.name}). You can withdraw this{" "}
            <Link to={paths.settingsPrivacy()} className="inline-flex min-h-11 items-center">
              under Privacy
            </Link>
            .
          </Trans>
        </p>
        {text}
      </section>
    );
  const { title, lines, agree } = model.asking;
  return (
    <details open={isPreview} className="group rounded-lg border border-line bg-raised">
      <summary className="flex min-h-11 items-center px-5 py-2 font-medium">
        <DisclosureIcon />
        {title}
      </summary>
      <div className="border-t border-line px-5 py-5">
        <ul className="mb-5 grid max-w-measure list-disc gap-2 pl-5 text-sm">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {text}
        <PostForm className="mt-5">
          <input type="hidden" name="host" value={model.host} />
          {typed && <input type="hidden" name="message" value={typed} />}
          <SubmitButton name="intent" value="consent" variant="quiet" pendingText={t("Agreeing…")}>
            {agree}
          </SubmitButton>
        </PostForm>
      </div>
    </details>
  );
}

/** The streamed answer, announced by a live region, with a button to stop it. */
export function PendingAnswer({
  coach,
  coming: { sent, text, state },
  onStop,
}: {
  coach: string;
  coming: StreamingAnswer;
  onStop: () => void;
}) {
  const answerItem = useRef<HTMLLIElement>(null);
  // The pressed button is gone, so the keyboard focus moves to the answer.
  useEffect(() => {
    answerItem.current?.focus({ preventScroll: true });
    return () => {
      if (document.activeElement === document.body)
        document.getElementById("latest")?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <>
      {sent && (
        <li className="border-l-2 border-day pl-5">
          <p className="text-sm font-medium">{t("You")}</p>
          <MessageText serif>{sent}</MessageText>
        </li>
      )}
      <li ref={answerItem} tabIndex={-1}>
        <p className="text-sm font-medium">{coach}</p>
        <div aria-live="polite" aria-busy="true">
          <MessageText>{text || "…"}</MessageText>
        </div>
        <Button
          variant="quiet"
          className="mt-4"
          disabled={state !== "kept"}
          onClick={() => {
            answerItem.current?.focus({ preventScroll: true });
            onStop();
          }}
        >
          {state === "stopping" ? t("Stopping…") : t("Stop this answer")}
        </Button>
      </li>
    </>
  );
}

export function SaveDraftForm({ id }: { id: string }) {
  return (
    <PostForm className="mt-3">
      <input type="hidden" name="id" value={id} />
      <SubmitButton name="intent" value="keep" variant="quiet" pendingText={t("Keeping…")}>
        {t("Keep it in the journal and edit it")}
      </SubmitButton>
    </PostForm>
  );
}

/** Polling of an answer that another process writes. */
const POLLING = { ms: 2_000, times: 20 };

/** A message without an answer, which is being written or was interrupted. */
export function UnansweredNotice() {
  usePolling(POLLING.ms, POLLING.times);
  return (
    <PostForm className="flex flex-wrap items-center gap-4">
      <p className="text-muted">{t("The answer is still coming, or was cut off.")}</p>
      <SubmitButton name="intent" value="answer" variant="quiet" pendingText={t("Answering…")}>
        {t("Ask again")}
      </SubmitButton>
    </PostForm>
  );
}

type WriteProps = {
  page: ThreadPage;
  reply: Partial<FormReply> | undefined;
  /** Hides the field while an answer is streamed; its content stays, in case it has to be sent again. */
  waits: boolean;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
};

/** The message field, and buttons for short answers. */
export function WriteForm({ page, reply, waits, onSubmit }: WriteProps) {
  const [form, fields] = useForm<{ message: string }>({ id: "write", lastResult: reply?.lastResult });
  const { id, model, offers, messageCount, turnsLeft, left } = page;
  return (
    <div className={clsx("space-y-6", waits && "hidden")}>
      {offers.length > 0 && (
        <PostForm onSubmit={onSubmit} aria-label={t("Short answers")} className="flex flex-wrap gap-3">
          <input type="hidden" name="intent" value="offer" />
          {offers.map((offer) => (
            <SubmitButton key={offer} name="offer" value={offer} variant="quiet">
              {offer}
            </SubmitButton>
          ))}
        </PostForm>
      )}
      <PostForm
        {...getFormProps(form)}
        id="write"
        onSubmit={onSubmit}
        noValidate
        className="grid max-w-measure grid-cols-1 gap-4"
      >
        <WritingArea
          meta={fields.message}
          label={t("Your answer")}
          size="short"
          maxLength={COACH_LIMITS.message}
          hint={messageCount === 1 ? t("Encrypted, like everything you write.") : undefined}
        />
        <div className="flex flex-wrap items-center gap-4">
          <SubmitButton name="intent" value="send" pendingText={t("Sending…")}>
            {t("Send")}
          </SubmitButton>
          {model && (
            <SubmitButton
              name="intent"
              value="preview"
              variant="quiet"
              formAction={`${paths.thread(id)}#sent`}
            >
              {model.state === "given" ? t("Show what is sent first") : t("Show what would be sent")}
            </SubmitButton>
          )}
          <RemainingReplies inThread={turnsLeft} today={left} />
        </div>
      </PostForm>
    </div>
  );
}

/** From this number of replies on, the page says how many are left. */
const FEW_REPLIES = 3;

function RemainingReplies({ inThread, today }: { inThread: number; today: number }) {
  if (Math.min(inThread, today) > FEW_REPLIES) return null;
  return (
    <p className="text-sm text-muted">
      {today < inThread
        ? tn("1 reply left today", "{count} replies left today", today)
        : tn("1 reply left in this conversation", "{count} replies left in this conversation", inThread)}
    </p>
  );
}

/** Deletion with a confirmation that needs no script. */
export function DeleteForm() {
  return (
    <details className="group border-t border-line pt-4">
      <summary className="inline-flex min-h-11 items-center text-sm text-muted underline underline-offset-4">
        {t("Delete this conversation")}
      </summary>
      <PostForm className="mt-2">
        <p className="mb-3 max-w-measure text-sm">
          <Trans>Everything said here is deleted at once, for good. It does not go to the trash.</Trans>
        </p>
        <Button type="submit" name="intent" value="delete" variant="danger">
          {t("Delete for good")}
        </Button>
      </PostForm>
    </details>
  );
}
