import { getCollectionProps, getFormProps, useForm } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { CheckboxField, Field, FieldErrors } from "~/components/forms/field";
import { PostForm, replyForIntent, SubmitButton } from "~/components/forms/post-form";
import type { PrayerReply } from "~/components/prayers/prayer-forms";
import { DisclosureIcon } from "~/components/ui/disclosure";
import { formatDate } from "~/domain/calendar/local-day";
import { REQUEST_LIMITS } from "~/domain/journal/prayers/intention";
import type { PrayerRequestView } from "~/domain/journal/prayers/prayer-requests.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

const SUMMARY = "inline-flex min-h-11 items-center text-sm text-muted hover:text-ink";
const DAY_LABELS: Record<string, string> = { "30": t("For 30 days"), "7": t("For 7 days") };

type PrayerRequestsProps = {
  requests: PrayerRequestView[];
  isKeeper: boolean;
  isReviewed: boolean;
  reply: PrayerReply | undefined;
};

/** The community's prayer list: what others ask for, and a form to ask. Nobody sees who reads or prays. */
export function PrayerRequests({ requests, isKeeper, isReviewed, reply }: PrayerRequestsProps) {
  return (
    <section aria-labelledby="requests" className="mt-16">
      <h2 id="requests" className="mb-2 text-xl font-medium">
        {t("Prayer requests")}
      </h2>
      <p className="mb-6 max-w-measure text-muted">
        {t("People who have an account here ask for prayer. No one can see who reads this, or who prays.")}
      </p>
      {requests.length > 0 && (
        <ul className="mb-6 max-w-measure divide-y divide-line border-y border-line">
          {requests.map((request) => (
            <li key={request.id} className="py-4">
              <PrayerRequest request={request} isKeeper={isKeeper} reply={reply} />
            </li>
          ))}
        </ul>
      )}
      <AskForm key={requests[0]?.id ?? ""} isReviewed={isReviewed} reply={replyForIntent(reply, "ask")} />
      <p className="no-print mt-6 flex flex-wrap gap-x-6 text-sm text-muted">
        {requests.some(({ isEnded, isWaiting }) => !isEnded && !isWaiting) && (
          <>
            <a href={paths.prayerSheet({ paper: "a4" })} className="inline-flex min-h-11 items-center">
              {t("A sheet for the church door, A4")}
            </a>{" "}
            <a href={paths.prayerSheet({ paper: "letter" })} className="inline-flex min-h-11 items-center">
              {t("The same, Letter")}
            </a>{" "}
          </>
        )}
        <span className="inline-flex min-h-11 items-center">
          <span>
            <Trans>
              Is there something here that should not be? <Link to={paths.contact()}>Write to us</Link>.
            </Trans>
          </span>
        </span>
      </p>
    </section>
  );
}

function PrayerRequest({
  request: { id, text, initial, outcome, until, isOwn, isEnded, isWaiting },
  isKeeper,
  reply,
}: {
  request: PrayerRequestView;
  isKeeper: boolean;
  reply: PrayerReply | undefined;
}) {
  const state = [
    isOwn && t("Yours"),
    isEnded ? t("No longer on the list") : t("Until {day}", { day: formatDate(until) }),
    isWaiting &&
      (isKeeper ? t("Waiting for you to approve it") : t("Not shown to others yet: a keeper reads it first")),
  ];
  const ownReply = reply?.lastResult?.initialValue?.requestId === id ? reply : undefined;
  return (
    <>
      <p dir="auto" className="whitespace-pre-line break-words font-serif text-lg">
        {text}
      </p>
      <p className="text-sm text-muted">
        {initial && (
          <>
            <bdi>{initial}</bdi>
            {" · "}
          </>
        )}
        {state.filter(Boolean).join(" · ")}
      </p>
      {outcome && (
        <p dir="auto" className="mt-2 whitespace-pre-line break-words font-serif text-muted">
          {outcome}
        </p>
      )}
      {isOwn && !isEnded && <EndForm id={id} reply={replyForIntent(ownReply, "endRequest")} />}
      {isKeeper && !isEnded && (
        <KeeperForms
          id={id}
          text={text}
          isWaiting={isWaiting}
          reply={replyForIntent(ownReply, "shortenRequest")}
        />
      )}
    </>
  );
}

/** The form that asks all members for prayer. */
function AskForm({ isReviewed, reply }: { isReviewed: boolean; reply: PrayerReply | undefined }) {
  const [form, fields] = useForm<{ request: string; initial: string; days: string; consent: string }>({
    id: "ask",
    lastResult: reply?.lastResult,
    defaultValue: { days: "30" },
  });
  return (
    <details className="group" open={reply !== undefined || undefined}>
      <summary className="inline-flex min-h-11 items-center font-medium">
        <DisclosureIcon />
        {t("Ask for prayer")}
      </summary>
      <PostForm
        {...getFormProps(form)}
        noValidate
        notice={reply?.notice}
        className="mt-2 grid max-w-measure grid-cols-1 gap-5"
      >
        <Field
          meta={fields.request}
          label={t("What would you like prayer for?")}
          hint={
            isReviewed
              ? t("A keeper of the list reads it first. Then everyone who has an account here can read it.")
              : t("Everyone who has an account here can read it.")
          }
          multiline
          rows={4}
          maxLength={REQUEST_LIMITS.text}
        />
        <Field
          meta={fields.initial}
          label={t("A first name or an initial (optional)")}
          hint={t("Nothing else shows that it is from you.")}
          maxLength={REQUEST_LIMITS.initial}
          autoComplete="off"
        />
        <fieldset>
          <legend className="mb-1 font-medium">{t("How long?")}</legend>
          <div className="flex flex-wrap gap-x-8">
            {getCollectionProps(fields.days, { type: "radio", options: ["30", "7"] }).map(
              ({ key, ...control }) => (
                <label key={key} htmlFor={control.id} className="inline-flex min-h-11 items-center gap-3">
                  <input {...control} />
                  {DAY_LABELS[control.value]}{" "}
                </label>
              ),
            )}
          </div>
          <FieldErrors id={fields.days.errorId} errors={fields.days.errors} />
        </fieldset>
        <CheckboxField
          meta={fields.consent}
          label={t("I name others, or their illnesses, only with their consent.")}
        />
        <SubmitButton name="intent" value="ask" variant="quiet" pendingText={t("Sending…")}>
          {t("Ask")}
        </SubmitButton>
      </PostForm>
    </details>
  );
}

/** The form that takes the member's own request off the list, with or without its outcome. */
function EndForm({ id, reply }: { id: string; reply: PrayerReply | undefined }) {
  const [form, fields] = useForm<{ outcome: string }>({ id: `end-${id}`, lastResult: reply?.lastResult });
  return (
    <details className="group no-print" open={reply !== undefined || undefined}>
      <summary className={SUMMARY}>
        <DisclosureIcon />
        {t("Take it off the list")}
      </summary>
      <PostForm {...getFormProps(form)} noValidate notice={reply?.notice} className="mt-2 grid gap-4">
        <input type="hidden" name="requestId" value={id} />
        <Field
          meta={fields.outcome}
          label={t("What came of it? (optional)")}
          hint={t("Only you see this, for 30 days.")}
          multiline
          rows={2}
          maxLength={REQUEST_LIMITS.outcome}
        />
        <SubmitButton name="intent" value="endRequest" variant="quiet">
          {t("Take it off")}
        </SubmitButton>
      </PostForm>
    </details>
  );
}

/** The forms of keepers: approve, shorten, remove. */
function KeeperForms({
  id,
  text,
  isWaiting,
  reply,
}: {
  id: string;
  text: string;
  isWaiting: boolean;
  reply: PrayerReply | undefined;
}) {
  const [form, fields] = useForm<{ request: string }>({
    id: `shorten-${id}`,
    lastResult: reply?.lastResult,
    defaultValue: { request: text },
  });
  return (
    <div className="no-print mt-2 flex flex-wrap items-start gap-x-4 gap-y-2">
      {isWaiting && (
        <PostForm>
          <input type="hidden" name="requestId" value={id} />
          <SubmitButton name="intent" value="approveRequest" variant="quiet">
            {t("Approve")}
          </SubmitButton>
        </PostForm>
      )}
      <details className="group open:basis-full" open={reply !== undefined || undefined}>
        <summary className={SUMMARY}>
          <DisclosureIcon />
          {t("Shorten or remove")}
        </summary>
        <PostForm {...getFormProps(form)} noValidate notice={reply?.notice} className="mt-2 grid gap-4">
          <input type="hidden" name="requestId" value={id} />
          <Field
            meta={fields.request}
            label={t("The text")}
            multiline
            rows={4}
            maxLength={REQUEST_LIMITS.text}
          />
          <div className="flex flex-wrap gap-4">
            <SubmitButton name="intent" value="shortenRequest" variant="quiet">
              {t("Save the text")}
            </SubmitButton>{" "}
            <SubmitButton name="intent" value="removeRequest" variant="danger">
              {t("Remove this request")}
            </SubmitButton>
          </div>
        </PostForm>
      </details>
    </div>
  );
}
