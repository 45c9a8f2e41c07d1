import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import * as addresses from "~/addresses";
import { FormNotice } from "~/components/forms/form-notice";
import { EntryText } from "~/components/journal/entry-text";
import { PassageText } from "~/components/journal/passage-text";
import { CareNote } from "~/components/safety/care-note";
import { Banner } from "~/components/ui/banner";
import { Link } from "~/components/ui/link";
import { PageHeading } from "~/components/ui/page-heading";
import { keptDayLine } from "~/domain/journal/entries/day-line";
import {
  moveToTrash,
  readEntry,
  restore,
  setExcluded,
  setFavourite,
} from "~/domain/journal/entries/entries.server";
import { entryName } from "~/domain/journal/entries/entry";
import { shownContent } from "~/domain/journal/entries/markdown.server";
import { EntryIntentSchema, type EntryIntent } from "~/domain/journal/entries/schema";
import { goesInWords } from "~/domain/journal/history/trash";
import type { Member } from "~/domain/member/member";
import { currentSlotOf } from "~/domain/member/today.server";
import { readIntention } from "~/domain/prayers/list-intentions.server";
import { careForEntry } from "~/domain/safety/notice-crisis.server";
import { findPassage } from "~/domain/scripture/passages/passages.server";
import { memberAction } from "~/http/forms.server";
import { memberLoader, notFound } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import { EntryActions } from "./actions";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: t("{name} · Still and Know", { name: data?.name ?? t("Entry") }) },
];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ params, member }) => {
    const entry = await readEntry(member, params.entryId ?? "");
    if (!entry) throw notFound();
    const { id, kind, slot, forDate, favourite, excludeFromInsights, content, passageRef } = entry;
    const about = content?.prayer ? await readIntention(member, content.prayer) : null;
    return {
      id,
      about: about && { id: about.id, name: about.name },
      name: content?.title || entryName(kind, slot),
      dateLine: keptDayLine(forDate, entry.dayName),
      passage: findPassage(passageRef, member.prayer.translation) ?? null,
      favourite,
      excludeFromInsights,
      // The line that says how long it stays in the trash.
      goes: entry.deletedAt ? goesInWords(entry.deletedAt, currentSlotOf(member).now, member.timezone) : null,
      changed: entry.version > 1,
      content: content && shownContent(content, 2),
      care: await careForEntry(member, entry),
    };
  });

/** The buttons of the page. */
export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: EntryIntentSchema }, async ({ params, value, member }) => {
    const id = params.entryId ?? "";
    if (!(await CHANGES[value.intent](member, id))) throw notFound();
    const here = addresses.entry(id);
    const toast = TOASTS[value.intent];
    return toast ? redirectWithToast(here, { ...toast, tone: "info" }) : redirect(here);
  });

const CHANGES: Record<EntryIntent, (member: Member, id: string) => Promise<boolean>> = {
  favourite: (member, id) => setFavourite(member, id, true),
  unfavourite: (member, id) => setFavourite(member, id, false),
  exclude: (member, id) => setExcluded(member, id, true),
  include: (member, id) => setExcluded(member, id, false),
  delete: moveToTrash,
  restore,
};

const TOASTS: Partial<Record<EntryIntent, { title: string; text?: string }>> = {
  delete: { title: t("Moved to the trash"), text: t("You can restore it on this page.") },
  restore: { title: t("Restored") },
};

/** Going back and forth reads from the memory for a while. */
export { cachedLoader as clientLoader } from "~/browser/page-cache";

export default function EntryPage() {
  const { id, name, dateLine, passage, content, favourite, excludeFromInsights, goes, changed, care, about } =
    useLoaderData<typeof loader>();
  return (
    <article>
      <PageHeading title={name} eyebrow={dateLine} />
      {care && <CareNote care={care} goOn={addresses.freePage()} className="mb-10" />}
      {goes && (
        <Banner tone="info" title={t("This entry is in the trash")} className="mb-8">
          <p>{t("{goes}. Restore it to keep it.", { goes })}</p>
        </Banner>
      )}
      {about && (
        <p className="mb-8 text-muted">
          <Trans>
            Written about <Link to={addresses.prayer(about.id)}>{about.name}</Link>
          </Trans>
        </p>
      )}
      {passage && <PassageText passage={passage} className="mb-10" />}
      {content ? (
        <EntryText content={content} />
      ) : (
        <FormNotice
          title={t("This entry cannot be opened")}
          text={t(
            "Its stored text was altered outside the app. Nothing else is affected; the operator has been told.",
          )}
        />
      )}
      <EntryActions
        editable={content !== null}
        id={id}
        favourite={favourite}
        excluded={excludeFromInsights}
        deleted={goes !== null}
        changed={changed}
      />
    </article>
  );
}
