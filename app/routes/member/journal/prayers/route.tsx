import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { submitIntention } from "~/browser/submit-intention";
import { submitOrQueue, useWritingReply } from "~/browser/submit-or-queue";
import { Field } from "~/components/forms/field";
import { FormNotice, PostForm, replyForIntent, SubmitButton } from "~/components/forms/post-form";
import { IntentionNames } from "~/components/prayers/intention-names";
import {
  EditPrayer,
  LayDownPrayer,
  NameFields,
  RhythmFields,
  type PrayerInForms,
  type PrayerReply,
  type PrayerValues,
} from "~/components/prayers/prayer-forms";
import { CareNote } from "~/components/safety/care-note";
import { Button, ButtonLink } from "~/components/ui/button";
import { DisclosureIcon } from "~/components/ui/disclosure";
import { PageHeading } from "~/components/ui/page-heading";
import { intentionView, readListCursor } from "~/domain/journal/prayers/intention";
import {
  intentionCareNote,
  listIntentions,
  searchIntentions,
} from "~/domain/journal/prayers/list-intentions.server";
import {
  isKeeper,
  listPrayerRequests,
  prayerListMode,
} from "~/domain/journal/prayers/prayer-requests.server";
import { selectionBesideText } from "~/domain/journal/prayers/rotation.server";
import { todayIn } from "~/domain/member/current-member.server";
import type { FormReply } from "~/http/form/form-options.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { handleIntentionAction } from "./intention-actions.server";
import { PrayerRequests } from "./prayer-requests";

const SUMMARY = "inline-flex min-h-11 items-center text-sm text-muted hover:text-ink";

type AddIntentionFormProps = {
  reply: PrayerReply | undefined;
  /** Whether the submit button is the primary button of the page. */
  isPrimary: boolean;
};

export function AddIntentionForm({ reply, isPrimary }: AddIntentionFormProps) {
  const [form, fields] = useForm<PrayerValues>({
    id: "add",
    lastResult: reply?.lastResult,
    defaultValue: { rhythm: "turn" },
  });
  const errors = [fields.rhythm, fields.weekdays, fields.until, fields.day].some((meta) => meta.errors);
  return (
    <PostForm
      {...getFormProps(form)}
      noValidate
      notice={reply?.notice}
      className="grid max-w-measure grid-cols-1 gap-5"
    >
      <NameFields fields={fields} />
      <details className="group" open={errors || undefined}>
        <summary className={SUMMARY}>
          <DisclosureIcon />
          {t("How often? (In turn, unless you choose)")}
        </summary>
        <div className="mt-2">
          <RhythmFields fields={fields} />
        </div>
      </details>
      <SubmitButton
        name="intent"
        value="add"
        variant={isPrimary ? "primary" : "quiet"}
        pendingText={t("Adding…")}
      >
        {t("Add")}
      </SubmitButton>
    </PostForm>
  );
}

/** Adds a pasted list. */
export function ListForm({ reply, open }: { reply: PrayerReply | undefined; open: boolean }) {
  const [form, fields] = useForm<{ list: string }>({ id: "list", lastResult: reply?.lastResult });
  return (
    <details className="group mt-4" open={open || reply !== undefined || undefined}>
      <summary className={SUMMARY}>
        <DisclosureIcon />
        {t("Paste a list, one per line")}
      </summary>
      <PostForm
        {...getFormProps(form)}
        encType="multipart/form-data"
        noValidate
        notice={reply?.notice}
        className="mt-2 grid max-w-measure grid-cols-1 gap-5"
      >
        <input type="hidden" name="paste" value="1" />
        <Field
          meta={fields.list}
          label={t("Names or intentions, one per line")}
          hint={t("They come up in turn. You can change each one afterwards.")}
          multiline
          rows={8}
        />
        <SubmitButton name="intent" value="add" variant="quiet" pendingText={t("Adding…")}>
          {t("Add them all")}
        </SubmitButton>
      </PostForm>
    </details>
  );
}

export const meta: MetaFunction = () => [{ title: t("People and intentions · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, member }) => {
    const q = url.searchParams.get("q")?.trim().slice(0, 200).toWellFormed() ?? "";
    const after = readListCursor(url.searchParams.get("page"));
    const today = todayIn(member.timezone);
    const [{ intentions, older }, held, { requests, recentText }] = await Promise.all([
      q ? searchIntentions(member, q, after) : listIntentions(member, after),
      selectionBesideText(member),
      listPrayerRequests(member),
    ]);
    const mode = prayerListMode();
    return {
      q,
      care: await intentionCareNote(member, intentions, recentText),
      held: held.map(({ name }) => name),
      intentions: intentions.map((intention) => intentionView(intention, today)),
      older: older ? paths.prayers({ q, page: older }) : null,
      isFirst: !after,
      list: mode === "off" ? null : { requests, isKeeper: isKeeper(member), isReviewed: mode === "reviewed" },
    };
  });

export const action = (args: ActionFunctionArgs) => handleIntentionAction(args);

/** With script, a network failure is reported at the form, and its text is queued on this device. */
export const clientAction = (args: ClientActionFunctionArgs) =>
  submitIntention(args, () => submitOrQueue(() => args.serverAction<FormReply>()));
export { revalidateUnlessUnreachable as shouldRevalidate } from "~/browser/submit-with-timeout";

export default function PrayersPage() {
  const { q, care, held, intentions, older, isFirst, list } = useLoaderData<typeof loader>();
  const reply = useWritingReply<PrayerReply>();
  const sent = reply?.sent ?? reply?.lastResult?.initialValue;
  const adding = replyForIntent(reply, "add");
  const isEmpty = intentions.length === 0 && !q && isFirst;
  return (
    <>
      <PageHeading
        title={t("People and intentions")}
        intro={t("The people and intentions you pray for. A few come up each day. Nothing is counted.")}
      />
      {care && <CareNote care={care} className="mb-10" />}
      {held.length > 0 && (
        <section aria-labelledby="today" className="mb-12">
          <h2 id="today" className="text-sm text-muted">
            {t("Praying for today")}
          </h2>
          <IntentionNames names={held} className="mb-5 mt-1 text-xl" />
          <ButtonLink to={paths.pray()}>{t("Pray for them now")}</ButtonLink>
        </section>
      )}
      {sent?.prayerId !== undefined && reply && <RefusedIntention reply={reply} />}
      <AddIntentionForm
        key={intentions[0]?.id ?? ""}
        reply={sent?.paste === undefined ? adding : undefined}
        isPrimary={held.length === 0}
      />
      <ListForm reply={sent?.paste === undefined ? undefined : adding} open={isEmpty} />
      {!isEmpty && (
        <section aria-labelledby="carried" className="mt-14">
          <h2 id="carried" className="mb-4 text-xl font-medium">
            {t("Your list")}
          </h2>
          <Form method="get" action={paths.prayers()} role="search" className="mb-6 flex items-end gap-3">
            <div className="min-w-0 grow sm:max-w-card">
              <label htmlFor="q" className="mb-1.5 block font-medium">
                {t("Search")}
              </label>
              <input
                dir="auto"
                id="q"
                name="q"
                type="search"
                defaultValue={q}
                maxLength={200}
                className="control"
              />
            </div>{" "}
            <Button type="submit" variant="quiet">
              {t("Search")}
            </Button>
          </Form>
          {intentions.length === 0 && <p className="text-muted">{t("Nothing here matches this.")}</p>}
          {intentions.length > 0 && (
            <ul className="divide-y divide-line border-y border-line">
              {intentions.map(({ id, name, line, coming, rhythm, state }) => (
                <li key={id} className="relative py-4 hover:bg-sunk">
                  <Link
                    to={paths.prayer(id)}
                    dir="auto"
                    className={`font-serif text-lg after:absolute after:inset-0 ${state === "carried" ? "text-ink" : "text-muted"}`}
                  >
                    {name}
                  </Link>
                  {line && (
                    <p dir="auto" className="break-words font-serif text-muted">
                      {line}
                    </p>
                  )}
                  {!(state === "carried" && rhythm.kind === "turn") && (
                    <p className="text-sm text-muted">{coming}</p>
                  )}
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      {list && <PrayerRequests {...list} reply={reply} />}
      <nav
        aria-label={t("More intentions")}
        className="no-print mt-8 flex flex-wrap justify-between gap-x-6 gap-y-2"
      >
        <Link to={paths.prayersPast()}>{t("Finished prayers")}</Link>{" "}
        {(q || !isFirst) && <Link to={paths.prayers()}>{t("Show them all from the beginning")}</Link>}{" "}
        {older && (
          <Link to={older} rel="next">
            {t("Older")}
          </Link>
        )}
      </nav>
    </>
  );
}

/** The form of a single intention after a refused submission, with the submitted values. */
function RefusedIntention({ reply }: { reply: PrayerReply }) {
  const text = (name: string) => String(reply.lastResult?.initialValue?.[name] ?? "");
  const submitted: PrayerInForms = reply.saved ?? {
    id: text("prayerId"),
    name: text("name"),
    line: text("line"),
    came: text("came"),
    coming: "",
    rhythm: { kind: "turn" },
    state: "carried",
    shared: false,
    version: Number(text("version")) || 1,
  };
  const isLayDown = text("intent") === "laydown";
  const isEdit = text("intent") === "save";
  return (
    <div className="mb-12">
      {isEdit && <EditPrayer prayer={submitted} reply={reply} />}
      {isLayDown && <LayDownPrayer prayer={submitted} reply={reply} />}
      {!isEdit && !isLayDown && reply.notice && <FormNotice {...reply.notice} />}
    </div>
  );
}
