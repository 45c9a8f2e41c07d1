import {
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import * as addresses from "~/addresses";
import type { SentReply } from "~/browser/send-or-explain";
import { sendOrKeep } from "~/browser/send-or-keep";
import { useWritingReply } from "~/browser/use-writing-reply";
import { editEntry } from "~/domain/journal/entries/edit-entry.server";
import {
  CHANGED_ELSEWHERE,
  EditSchema,
  EMPTY_EDIT,
  OVERLONG_TEXT,
  PART_CHANGED_ELSEWHERE,
} from "~/domain/journal/entries/schema";
import { picturesTyped } from "~/domain/journal/pictures/form-pictures";
import { refusalOf } from "~/domain/journal/pictures/picture";
import { openEditPage } from "~/domain/writing/edit-page.server";
import type { FormReply } from "~/http/form/form-options.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { onlySent } from "~/http/form/unsent-fields";
import { memberLoader, notFound } from "~/http/loaders.server";
import { PICTURE_FORM } from "~/http/picture-form.server";
import { t } from "~/i18n/t";
import { EditForm } from "./form";

export const meta: MetaFunction = () => [{ title: t("Edit · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ url, params, member }) => {
    const page = await openEditPage(member, params.entryId ?? "", {
      picture: url.searchParams.get("picture"),
      part: url.searchParams.get("part"),
    });
    if (!page) throw notFound();
    return page;
  });

const OPTIONS = { schema: EditSchema, ...PICTURE_FORM };

/** Saves over the version that was read; an older one is answered with both texts. */
export const action = (args: ActionFunctionArgs) =>
  memberAction(args, OPTIONS, async ({ params, form, value, member, refuse }) => {
    const id = params.entryId ?? "";
    const { version, part, intent, ...typed } = value;
    const onlyRemoves = intent === "removePicture";
    const { title, body, tags, mood, ...answers } = onlyRemoves ? {} : onlySent(form, typed);
    const edit = { title, body, tags, mood, answers, pictures: picturesTyped(form), part };
    const result = await editEntry(member, id, edit, version);
    if (result.ok) return redirect(onlyRemoves ? addresses.entryEdit(id, { part }) : addresses.entry(id));
    switch (result.code) {
      case "not_found":
        throw notFound();
      case "picture":
        return refuse(refusalOf(result.why));
      case "conflict":
        return refuse({
          status: 409,
          notice: part === undefined ? CHANGED_ELSEWHERE : PART_CHANGED_ELSEWHERE,
        });
      case "overlong":
        return refuse({ status: 400, fields: { [result.field]: [OVERLONG_TEXT] } });
      case "empty":
        return refuse({ status: 400, fields: { [result.field]: [EMPTY_EDIT] } });
    }
  });

/** With script: a network that fails is explained in place, the words stay in the form, and wait on this device. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  sendOrKeep(() => serverAction<FormReply>());

export { rereadWriting as shouldRevalidate } from "~/browser/reread-writing";

export default function EditPage() {
  const entry = useLoaderData<typeof loader>();
  const reply = useWritingReply<SentReply>();
  return <EditForm key={`${entry.id} ${entry.part}`} entry={entry} reply={reply} />;
}
