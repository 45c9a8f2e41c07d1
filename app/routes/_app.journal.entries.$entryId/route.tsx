import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { FormNotice } from "~/components/forms/form-notice";
import { PassageText } from "~/components/journal/passage-text";
import { WrittenText } from "~/components/journal/written-text";
import { Banner } from "~/components/ui/banner";
import { PageHeading } from "~/components/ui/page-heading";
import { moveToTrash, readEntry, restore, setExcluded, setFavourite } from "~/domain/journal/entries.server";
import { entryName } from "~/domain/journal/entry";
import { dateInWords } from "~/domain/journal/local-day";
import { EntryIntentSchema, type EntryIntent } from "~/domain/journal/schema";
import type { Member } from "~/domain/accounts/member";
import { churchDay } from "~/domain/scripture/church-year";
import { findPassage } from "~/domain/scripture/passages.server";
import { memberAction } from "~/http/forms.server";
import { memberLoader, notFound } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { EntryActions } from "./actions";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.name ?? "Entry"} · Still and Know` },
];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ params, member }) => {
    const entry = await readEntry(member, params.entryId ?? "");
    if (!entry) throw notFound();
    const { id, kind, slot, forDate, favourite, excludeFromInsights, content, passageRef } = entry;
    return {
      id,
      name: content?.title || entryName(kind, slot),
      dateLine: `${dateInWords(forDate)} · ${churchDay(forDate).line}`,
      passage: findPassage(passageRef) ?? null,
      favourite,
      excludeFromInsights,
      deleted: entry.deletedAt !== null,
      content,
    };
  });

/** The buttons of the page (contract section 3). */
export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: EntryIntentSchema }, async ({ params, value, member }) => {
    const id = params.entryId ?? "";
    if (!(await CHANGES[value.intent](member, id))) throw notFound();
    const here = `/journal/entries/${id}`;
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
  delete: { title: "Moved to the trash", text: "You can restore it on this page." },
  restore: { title: "Restored" },
};

export default function EntryPage() {
  const { id, name, dateLine, passage, content, favourite, excludeFromInsights, deleted } =
    useLoaderData<typeof loader>();
  return (
    <article>
      <PageHeading title={name} eyebrow={dateLine} />
      {deleted && (
        <Banner tone="info" title="This entry is in the trash">
          <p>It is kept for thirty days, then it is gone. Restore it to keep it.</p>
        </Banner>
      )}
      {passage && <PassageText passage={passage} className="mb-10" />}
      {content ? (
        <div className="space-y-8">
          {content.answers
            .filter(({ text }) => text.trim())
            .map(({ key, question, text }) => (
              <section key={key}>
                <h2 className="mb-1 text-base font-medium text-muted">{question}</h2>
                <WrittenText>{text}</WrittenText>
              </section>
            ))}
          {content.body && <WrittenText>{content.body}</WrittenText>}
          {content.mood && <p className="text-muted">Mood: {content.mood}</p>}
          {content.tags.length > 0 && (
            <ul aria-label="Tags" className="flex flex-wrap gap-x-4 gap-y-1">
              {content.tags.map((tag) => (
                <li key={tag}>
                  <Link to={`/journal/history?tag=${encodeURIComponent(tag)}`}>#{tag}</Link>
                </li>
              ))}
            </ul>
          )}
        </div>
      ) : (
        <FormNotice
          title="This entry cannot be opened"
          text="Its stored text was changed or moved outside of this journal. Nothing else is affected; the operator has been told."
        />
      )}
      <EntryActions
        editable={content !== null}
        id={id}
        favourite={favourite}
        excluded={excludeFromInsights}
        deleted={deleted}
      />
    </article>
  );
}
