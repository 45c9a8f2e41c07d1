import { getCollectionProps, type FieldMetadata } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { FieldErrors } from "~/components/forms/field";
import type { PromptSetOption } from "~/domain/journal/prompt-sets/registry";
import type { Tier } from "~/domain/member/plan";
import type { PromptSetKey } from "~/domain/member/prayer-settings";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";
import * as paths from "~/paths";

type Props = {
  meta: FieldMetadata<PromptSetKey, Record<string, unknown>>;
  /** Prompt sets that the plan includes. */
  sets: PromptSetOption[];
  /** The member's plan. */
  tier: Tier;
};

/** Prompt set choice. Members without the Formation Plan see a note about its set. */
export function PromptSetField({ meta, sets, tier }: Props) {
  const options = sets.map(({ key }) => key);
  return (
    <fieldset aria-describedby={meta.errors ? meta.errorId : undefined}>
      <legend className="mb-3 text-xl">{t("Prompt set")}</legend>
      <div className="divide-y divide-line border-y border-line">
        {getCollectionProps(meta, { type: "radio", options }).map(({ key, ...control }, at) => {
          const set = sets[at];
          return (
            <label key={key} htmlFor={control.id} className="flex items-start gap-4 py-4">
              <input {...control} className="mt-0.5 shrink-0" />
              <span>
                <span className="block font-medium">{set?.name}</span>{" "}
                <span className="block text-muted">{set?.text}</span>
              </span>
            </label>
          );
        })}
      </div>
      <FieldErrors id={meta.errorId} errors={meta.errors} />
      {tier !== "tier2" && (
        <p className="mt-3 text-sm text-muted">
          <Trans>
            Lectio Divina and Examen, the guided prayers of the morning and the evening, belong to the
            Formation Plan. You can read <Link to={paths.journalGuide()}>this week’s guide</Link>, or{" "}
            <Link to={paths.subscribe()}>see the plans</Link>.
          </Trans>
        </p>
      )}
    </fieldset>
  );
}
