import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { submitIntention } from "~/browser/submit-intention";
import { submitWithTimeout } from "~/browser/submit-with-timeout";
import { replyForIntent } from "~/components/forms/post-form";
import { EntryList } from "~/components/journal/entry-list";
import {
  DeletePrayer,
  EditPrayer,
  LayDownPrayer,
  RestPrayer,
  type PrayerReply,
} from "~/components/prayers/prayer-forms";
import { CareNote } from "~/components/safety/care-note";
import { ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { PlainProse } from "~/components/ui/prose";
import { formatDate } from "~/domain/calendar/local-day";
import { entryListItem } from "~/domain/journal/entries/entry";
import { listHistory } from "~/domain/journal/history/list-history.server";
import { SERVER_NOT_REACHED } from "~/domain/journal/offline-page";
import { intentionView } from "~/domain/journal/prayers/intention";
import { intentionCareNote, readIntention } from "~/domain/journal/prayers/list-intentions.server";
import { todayIn } from "~/domain/member/current-member.server";
import type { FormReply } from "~/http/form/form-options.server";
import { memberLoader, notFound } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { handleIntentionAction } from "./prayers/intention-actions.server";

export const meta: MetaFunction = () => [{ title: t("Held in prayer · Still and Know") }];

/** The page shows only the newest entries; the history has all of them. */
const MAX_SHOWN_ENTRIES = 10;

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ params, member }) => {
    const id = params.prayerId ?? "";
    const [intention, { entries, older }] = await Promise.all([
      readIntention(member, id),
      listHistory(member, { prayer: id }, undefined, MAX_SHOWN_ENTRIES),
    ]);
    if (!intention) throw notFound();
    return {
      prayer: intentionView(intention, todayIn(member.timezone)),
      care: await intentionCareNote(member, [intention]),
      entries: entries.map((entry) => ({ ...entryListItem(entry), day: formatDate(entry.forDate) })),
      older: older ? paths.history({ prayer: id }) : null,
    };
  });

export const action = (args: ActionFunctionArgs) => handleIntentionAction(args);

/** With script, a network failure is reported at the form, which keeps its text. */
export const clientAction = (args: ClientActionFunctionArgs) =>
  submitIntention(args, () => submitWithTimeout(() => args.serverAction<FormReply>(), SERVER_NOT_REACHED));
export { revalidateUnlessUnreachable as shouldRevalidate } from "~/browser/submit-with-timeout";

/** An intention with its forms and the entries about it. */
export default function PrayerPage() {
  const { prayer, care, entries, older } = useLoaderData<typeof loader>();
  const reply = useActionData<PrayerReply>();
  const { id, name, line, came, carried, coming, version, state } = prayer;
  return (
    <>
      <PageHeading
        title={<span className="break-words font-serif">{name}</span>}
        eyebrow={`${carried} · ${coming}`}
      />
      {care && <CareNote care={care} className="mb-8" />}
      {line && <PlainProse>{line}</PlainProse>}
      {came && (
        <section className="mt-6" aria-labelledby="came">
          <h2 id="came" className="text-sm text-muted">
            {t("What came of it")}
          </h2>
          <PlainProse>{came}</PlainProse>
        </section>
      )}
      <div className="mt-8 flex flex-wrap items-start gap-4">
        <ButtonLink to={paths.freePage({ prayer: id })}>{t("Write about this")}</ButtonLink>{" "}
        <RestPrayer
          prayer={prayer}
          reply={replyForIntent(reply, "resume") ?? replyForIntent(reply, "rest")}
        />
      </div>
      {/* The key resets the forms to the saved values after each change. */}
      <div key={version} className="mt-8 grid grid-cols-1 gap-2 border-t border-line pt-4">
        <EditPrayer prayer={prayer} reply={replyForIntent(reply, "save")} />
        <LayDownPrayer key={state} prayer={prayer} reply={replyForIntent(reply, "laydown")} />
        <DeletePrayer prayer={prayer} reply={replyForIntent(reply, "delete")} />
      </div>
      {entries.length > 0 && (
        <section className="mt-12" aria-labelledby="written">
          <h2 id="written" className="mb-4 text-xl font-medium">
            {t("What you wrote about this")}
          </h2>
          <EntryList entries={entries} />
          {older && (
            <p className="mt-4">
              <Link to={older}>{t("Everything you wrote about this")}</Link>
            </p>
          )}
        </section>
      )}
      <p className="no-print mt-12 text-sm">
        <Link to={paths.prayers()}>{t("People and intentions")}</Link>
      </p>
    </>
  );
}
