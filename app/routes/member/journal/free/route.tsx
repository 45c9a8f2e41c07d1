import {
  data,
  redirect,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { submitOrQueue, useWritingReply } from "~/browser/submit-or-queue";
import type { SubmitReply } from "~/browser/submit-with-timeout";
import { pageFieldsOf } from "~/domain/journal/entries/content";
import { openFreePage, saveFreePage } from "~/domain/journal/pages/free-page.server";
import { parsePictureFields, pictureRefusal } from "~/domain/journal/pictures/picture";
import { CHANGED_ELSEWHERE, EMPTY_ENTRY, FreeSchema, FUTURE_DAY } from "~/domain/journal/schema";
import { redirectToEnding } from "~/http/cookies.server";
import type { FormReply } from "~/http/form/form-options.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { pickSubmitted } from "~/http/form/validate-form.server";
import { memberLoader } from "~/http/guards.server";
import { PICTURE_FORM } from "~/http/picture-form.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { FreeForm } from "./form";

export const meta: MetaFunction = () => [{ title: t("New page · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, ({ url, member }) => {
    const query = (name: string) => url.searchParams.get(name);
    return openFreePage(member, {
      date: query("forDate") ?? query("date"),
      tags: url.searchParams.getAll("tags"),
      prayer: query("prayer"),
      passage: query("passage"),
      shared: { title: null, text: query("text"), url: null },
    });
  });

/** Saves the free page as a draft or an entry. */
export const action = (args: ActionFunctionArgs) =>
  memberAction(
    args,
    { schema: FreeSchema, ...PICTURE_FORM },
    async ({ value, form, member, submission, refuse }) => {
      const words = pickSubmitted(form, pageFieldsOf(value));
      const pictures = parsePictureFields(form);
      const result = await saveFreePage(member, value, { words, submission, pictures });
      if (!result.ok) {
        if (result.code === "picture") return refuse(pictureRefusal(result.why));
        if (result.code === "conflict") return refuse({ status: 409, notice: CHANGED_ELSEWHERE });
        if (result.code === "empty") return refuse({ status: 400, fields: { body: [EMPTY_ENTRY] } });
        return refuse({ status: 400, fields: { forDate: [FUTURE_DAY] } });
      }
      if ("entryId" in result) return redirectToEnding(result.entryId);
      // The reply to a background save does not change the page.
      if (value._auto === "1") return data<FormReply>({ lastResult: { status: "success" } });
      return redirect(result.next ? paths.freePage({ prayer: result.next }) : paths.freePage());
    },
  );

/** With script, a network failure is reported at the form, which keeps its text and queues it on this device. */
export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  submitOrQueue(() => serverAction<FormReply>());

export { shouldRevalidateEditor as shouldRevalidate } from "~/browser/submit-or-queue";

export default function FreePage() {
  const page = useLoaderData<typeof loader>();
  const reply = useWritingReply<SubmitReply>();
  return <FreeForm key={page.about?.id} page={page} reply={reply} />;
}
