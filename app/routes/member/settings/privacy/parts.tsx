import { getFormProps, useForm } from "@conform-to/react";
import { Field } from "~/components/forms/field";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { Badge } from "~/components/ui/badge";
import type { FormReply } from "~/http/form/form-options.server";
import { t } from "~/i18n/t";

export type ConsentView = {
  feature: "insights" | "coaches";
  name: string;
  state: "ask" | "given";
  host: string;
  /** Formatted time of the last consent or withdrawal, with its text version and endpoint. */
  changedAt: string | null;
  version: string;
  lines: string[];
  agree: string;
};

export function ConsentPart({ feature, name, state, host, changedAt, version, lines, agree }: ConsentView) {
  return (
    <section aria-labelledby={feature} className="border-b border-line py-6">
      <div className="flex flex-wrap items-baseline gap-3">
        <h3 id={feature} className="text-lg font-medium">
          {name}
        </h3>
        <Badge tone={state === "given" ? "accent" : "plain"}>
          {state === "given" ? t("Agreed") : t("Not agreed")}
        </Badge>
      </div>
      {changedAt && (
        <p className="mt-1 text-sm text-muted">
          {state === "given"
            ? t("Agreed {said}, text and endpoint: {version}", { said: changedAt, version })
            : t("Last changed {said}", { said: changedAt })}
        </p>
      )}
      <div className="mt-3 grid max-w-measure gap-3">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <PostForm className="mt-4">
        <input type="hidden" name="feature" value={feature} />
        <input type="hidden" name="host" value={host} />
        {state === "given" ? (
          <SubmitButton name="intent" value="withdraw" variant="quiet">
            {t("Withdraw it")}
          </SubmitButton>
        ) : (
          <SubmitButton name="intent" value="agree" variant="quiet">
            {agree}
          </SubmitButton>
        )}
      </PostForm>
    </section>
  );
}

/** Excludes entries with these tags from insights and coaches. */
export function ExcludeForm({ tags, reply }: { tags: string; reply: FormReply | undefined }) {
  const [form, fields] = useForm<{ excludedTags: string }>({
    id: "exclude",
    lastResult: reply?.lastResult,
    defaultValue: { excludedTags: tags },
  });
  return (
    <section aria-labelledby="exclude-heading">
      <h2 id="exclude-heading" className="mb-4 text-xl">
        {t("Leave out by tag")}
      </h2>
      <PostForm {...getFormProps(form)} noValidate className="grid max-w-md grid-cols-1 gap-5">
        <Field
          meta={fields.excludedTags}
          label={t("Tags")}
          hint={t(
            "Separated by commas. Entries with any of these tags are never used for insights or coaches.",
          )}
          autoComplete="off"
        />
        <div>
          <SubmitButton name="intent" value="exclude" variant="quiet" pendingText={t("Saving…")}>
            {t("Save")}
          </SubmitButton>
        </div>
      </PostForm>
    </section>
  );
}

type CallLine = {
  at: string;
  feature: string;
  host: string;
  model: string;
  outcome: string;
  tokens: string;
};

/** Log of calls to a language model: time, host and outcome, never content. */
export function CallList({ calls }: { calls: CallLine[] }) {
  return (
    <section aria-labelledby="calls">
      <h2 id="calls" className="mb-2 text-xl">
        {t("Requests to a language model")}
      </h2>
      {calls.length === 0 ? (
        <p className="text-muted">{t("None. Nothing of yours has been sent to one.")}</p>
      ) : (
        <ul className="border-t border-line">
          {calls.map(({ at, feature, host, model, outcome, tokens }, index) => (
            <li key={`${index} ${at}`} className="border-b border-line py-3">
              <p>
                {feature}, {outcome}
              </p>
              <p className="text-sm text-muted">
                {at} · {host}, {model}
                {tokens && ` · ${tokens}`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
