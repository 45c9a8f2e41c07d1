import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as addresses from "~/addresses";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";
import { PageHeading } from "~/components/ui/page-heading";
import { dayInWords } from "~/domain/calendar/day-in-words";
import { changeTag, undoTagChange } from "~/domain/journal/tags/change-tag.server";
import { listTags } from "~/domain/journal/tags/list-tags.server";
import {
  TAG_REFUSALS,
  tagChangeInWords,
  TagFormSchema,
  type TagChange,
} from "~/domain/journal/tags/tag-change";
import { lastChange } from "~/domain/journal/tags/tag-undo.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/loaders.server";
import { redirectWithToast } from "~/http/toast.server";
import { t } from "~/i18n/t";
import { TagItem } from "./parts";

export const meta: MetaFunction = () => [{ title: t("Tags · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => {
    const [tags, last] = await Promise.all([listTags(member), lastChange(member)]);
    return {
      tags: tags.map(({ tag, last: day }) => ({ tag, day: dayInWords(day) })),
      done: last && tagChangeInWords(last.change),
    };
  });

const SOME_LEFT = t("Your journal is long: press once more for the rest.");

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: TagFormSchema }, async ({ member, value, refuse }) => {
    const answer = (title: string, isAll: boolean) =>
      redirectWithToast(addresses.tags(), {
        title,
        ...(!isAll && { text: SOME_LEFT }),
        tone: isAll ? "success" : "info",
      });
    if (value.intent === "undo") {
      const isAll = await undoTagChange(member);
      return answer(isAll === null ? t("There is nothing to undo.") : t("Undone"), isAll ?? true);
    }
    const change: TagChange =
      value.intent === "remove"
        ? { kind: "remove", tag: value.tag, to: "" }
        : { kind: value.intent, tag: value.tag, to: value.to };
    const result = await changeTag(member, change);
    if (!result.ok) return refuse({ status: 409, fields: { to: [TAG_REFUSALS[result.code]] } });
    return answer(tagChangeInWords(change), result.isAll);
  });

/** Every tag, by last use, and what can be done with it in all entries at once. */
export default function TagsPage() {
  const { tags, done } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHeading
        title={t("Tags")}
        intro={
          tags.length > 0 &&
          t("The one that you used last comes first. A change goes through your whole journal.")
        }
      />
      {done && (
        <PostForm className="mb-8 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-raised px-4 py-3">
          <p className="min-w-0 flex-1">{done}</p>
          <SubmitButton name="intent" value="undo" variant="quiet" pendingText={t("Undoing…")}>
            {t("Undo")}
          </SubmitButton>
        </PostForm>
      )}
      {tags.length === 0 ? (
        <div>
          <p className="mb-6 text-muted">
            {t("No entry has a tag yet. A free page takes some, under its words.")}
          </p>
          <ButtonLink to={addresses.freePage()}>{t("Write a free page")}</ButtonLink>
        </div>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {tags.map(({ tag, day }) => (
            <TagItem
              key={tag}
              tag={tag}
              day={day}
              others={tags.map((other) => other.tag).filter((other) => other !== tag)}
              reply={reply}
            />
          ))}
        </ul>
      )}
    </>
  );
}
