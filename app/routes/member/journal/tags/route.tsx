import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Field } from "~/components/forms/field";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { HistoryNav } from "~/components/history/history-nav";
import { ButtonLink } from "~/components/ui/button";
import { Disclosure } from "~/components/ui/disclosure";
import { PageHeading } from "~/components/ui/page-heading";
import { formatMonth } from "~/domain/calendar/local-day";
import { CONTENT_LIMITS } from "~/domain/journal/entries/content";
import { readJournalContents } from "~/domain/journal/history/journal-contents.server";
import {
  changeTag,
  describeTagChange,
  readLastTagChange,
  TAG_REFUSALS,
  TagFormSchema,
  undoTagChange,
  type TagChange,
} from "~/domain/journal/tags/change-tag.server";
import { listTags } from "~/domain/journal/tags/list-tags.server";
import { redirectWithToast } from "~/http/cookies.server";
import type { FormReply } from "~/http/form/form-options.server";
import { memberAction } from "~/http/form/guarded-actions.server";
import { memberLoader } from "~/http/guards.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

type PartsProps = { tag: string; month: string; others: string[]; reply: FormReply | undefined };

/** A tag with a link to its entries and its folded forms. */
export function TagItem({ tag, month, others, reply }: PartsProps) {
  const sent = reply?.lastResult.initialValue;
  const mine = (intent: string) => (sent?.tag === tag && sent.intent === intent ? reply : undefined);
  return (
    <li className="py-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Link to={paths.history({ tag })} dir="auto" className="font-medium">
          {tag}
        </Link>{" "}
        <span className="text-sm text-muted">{t("last in {month}", { month })}</span>
      </p>
      <Disclosure
        title={
          <Trans>
            Change
            <span className="sr-only">
              {" "}
              <bdi>{tag}</bdi>
            </span>
          </Trans>
        }
        open={Boolean(mine("rename") ?? mine("merge"))}
      >
        <div className="grid grid-cols-1 gap-6 pb-2 pt-3">
          <RenameForm tag={tag} reply={mine("rename")} />
          {others.length > 0 && <MergeForm tag={tag} others={others} reply={mine("merge")} />}
          <PostForm>
            <input type="hidden" name="tag" value={tag} />
            <SubmitButton name="intent" value="remove" variant="danger" pendingText={t("Taking off…")}>
              {t("Take it off every entry")}
            </SubmitButton>
          </PostForm>
        </div>
      </Disclosure>
    </li>
  );
}

function RenameForm({ tag, reply }: { tag: string; reply: FormReply | undefined }) {
  const [form, fields] = useForm<{ to: string }>({
    id: `rename-${tag}`,
    lastResult: reply?.lastResult,
    defaultValue: { to: tag },
  });
  return (
    <PostForm {...getFormProps(form)} noValidate className="grid max-w-card grid-cols-1 gap-3">
      <input type="hidden" name="tag" value={tag} />
      <Field meta={fields.to} label={t("New name")} autoComplete="off" maxLength={CONTENT_LIMITS.tag} />
      <SubmitButton name="intent" value="rename" variant="quiet" pendingText={t("Renaming…")}>
        {t("Rename")}
      </SubmitButton>
    </PostForm>
  );
}

function MergeForm({ tag, others, reply }: { tag: string; others: string[]; reply: FormReply | undefined }) {
  const [form, fields] = useForm<{ to: string }>({ id: `merge-${tag}`, lastResult: reply?.lastResult });
  return (
    <PostForm {...getFormProps(form)} noValidate className="grid max-w-card grid-cols-1 gap-3">
      <input type="hidden" name="tag" value={tag} />
      <div>
        <label htmlFor={fields.to.id} className="mb-1.5 block font-medium">
          {t("Make it part of")}
        </label>
        <select id={fields.to.id} name="to" dir="auto" className="control">
          {others.map((other) => (
            <option key={other} value={other} dir="auto">
              {other}
            </option>
          ))}
        </select>
        {fields.to.errors && <p className="mt-1.5 text-sm text-danger">{fields.to.errors.join(" ")}</p>}
      </div>
      <SubmitButton name="intent" value="merge" variant="quiet" pendingText={t("Merging…")}>
        {t("Merge")}
      </SubmitButton>
    </PostForm>
  );
}

export const meta: MetaFunction = () => [{ title: t("Tags · Still and Know") }];

export const loader = (args: LoaderFunctionArgs) =>
  memberLoader(args, async ({ member }) => {
    const [contents, tags, last] = await Promise.all([
      readJournalContents(member),
      listTags(member),
      readLastTagChange(member),
    ]);
    return {
      contents,
      tags: tags.map(({ tag, last: day }) => ({ tag, month: formatMonth(day) })),
      done: last && describeTagChange(last.change),
    };
  });

const SOME_LEFT = t("Your journal is long: press once more for the rest.");

export const action = (args: ActionFunctionArgs) =>
  memberAction(args, { schema: TagFormSchema }, async ({ member, value, refuse }) => {
    const answer = (title: string, isAll: boolean) =>
      redirectWithToast(paths.tags(), {
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
    return answer(describeTagChange(change), result.isAll);
  });

/** All tags by last use, each with forms that change it in all entries. */
export default function TagsPage() {
  const { contents, tags, done } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  return (
    <>
      <PageHeading
        title={t("Tags")}
        intro={tags.length > 0 && t("Most recent first. A change applies to your whole journal.")}
      />
      <HistoryNav contents={contents} />
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
          <ButtonLink to={paths.freePage()}>{t("Write a free page")}</ButtonLink>
        </div>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {tags.map(({ tag, month }) => (
            <TagItem
              key={tag}
              tag={tag}
              month={month}
              others={tags.map((other) => other.tag).filter((other) => other !== tag)}
              reply={reply}
            />
          ))}
        </ul>
      )}
    </>
  );
}
