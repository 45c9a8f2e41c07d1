import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import {
  useActionData,
  useLoaderData,
  type ClientActionFunctionArgs,
  type ShouldRevalidateFunction,
} from "@remix-run/react";
import * as addresses from "~/addresses";
import { unlessUnreached, type SentReply } from "~/browser/send-or-explain";
import { sendOrKeep } from "~/browser/send-or-keep";
import { dayInWords } from "~/domain/calendar/day-in-words";
import { editEntry, readEntry } from "~/domain/journal/entries/entries.server";
import { entryName } from "~/domain/journal/entries/entry";
import { CHANGED_ELSEWHERE, EditSchema, EMPTY_EDIT } from "~/domain/journal/entries/schema";
import { tagsOfLate } from "~/domain/journal/tags/list-tags.server";
import { memberAction, type FormReply } from "~/http/forms.server";
import { memberLoader, notFound } from "~/http/loaders.server";
import { t } from "~/i18n/t";
import { EditForm } from "./form";

export const meta: MetaFunction = () => [{ title: t("Edit · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ params, member }) => {
    const [entry, suggestedTags] = await Promise.all([
      readEntry(member, params.entryId ?? ""),
      tagsOfLate(member),
    ]);
    if (!entry?.content || entry.deletedAt) throw notFound();
    const { id, kind, slot, forDate, version, content } = entry;
    return {
      ...{ id, kind, version, content, suggestedTags },
      name: entryName(kind, slot),
      dateLine: dayInWords(forDate),
    };
  });

/** Saves over the version that was read; an older one is answered with both texts. */
export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: EditSchema }, async ({ params, value, member, refuse }) => {
    const id = params.entryId ?? "";
    const { title, body, tags, mood, version, intent: _intent, ...answers } = value;
    const result = await editEntry(member, id, { title, body, tags, mood, answers }, version);
    if (result.ok) return redirect(addresses.entry(id));
    switch (result.code) {
      case "not_found":
        throw notFound();
      case "conflict":
        return refuse({ status: 409, notice: CHANGED_ELSEWHERE });
      case "empty":
        return refuse({ status: 400, fields: { [result.field]: [EMPTY_EDIT] } });
    }
  });

/** With script: a network that fails is explained in place, the words stay in the form, and wait on this device. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  sendOrKeep(() => serverAction<FormReply>());

/** After a conflict the stored entry is read again, so that both texts can be shown. */
export const shouldRevalidate: ShouldRevalidateFunction = (args) =>
  args.actionStatus === 409 || unlessUnreached(args);

export default function EditPage() {
  const entry = useLoaderData<typeof loader>();
  const reply = useActionData<SentReply>();
  return <EditForm key={entry.id} entry={entry} reply={reply} />;
}
