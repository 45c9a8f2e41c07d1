import { getFormProps, useForm } from "@conform-to/react";
import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import { Field } from "~/components/forms/field";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { Fold } from "~/components/ui/fold";
import { LIMITS } from "~/domain/journal/entries/content";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

type Props = { tag: string; day: string; others: string[]; reply: FormReply | undefined };

/** One tag: the way to its entries, and its forms, folded. */
export function TagItem({ tag, day, others, reply }: Props) {
  const sent = reply?.lastResult.initialValue;
  const mine = (intent: string) => (sent?.tag === tag && sent.intent === intent ? reply : undefined);
  return (
    <li className="py-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Link to={addresses.history({ tag })} dir="auto" className="font-medium">
          {tag}
        </Link>{" "}
        <span className="text-sm text-muted">{t("last on {day}", { day })}</span>
      </p>
      <Fold
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
      </Fold>
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
      <Field meta={fields.to} label={t("New name")} autoComplete="off" maxLength={LIMITS.tag} />
      <SubmitButton
        name="intent"
        value="rename"
        variant="quiet"
        pendingText={t("Renaming…")}
        className="justify-self-start"
      >
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
      <SubmitButton
        name="intent"
        value="merge"
        variant="quiet"
        pendingText={t("Merging…")}
        className="justify-self-start"
      >
        {t("Merge")}
      </SubmitButton>
    </PostForm>
  );
}
