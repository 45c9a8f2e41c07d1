import { getCollectionProps, type FieldMetadata } from "@conform-to/react";
import * as addresses from "~/addresses";
import { FieldErrors } from "~/components/forms/field-messages";
import { Link } from "~/components/ui/link";
import type { PromptSet } from "~/domain/member/prompt-set";
import type { Tier } from "~/domain/member/tiers";
import { t } from "~/i18n/t";
import { Trans } from "~/i18n/trans";

const SETS: Record<PromptSet, { name: string; text: string }> = {
  daily_habit: {
    name: t("Daily Habit"),
    text: t("Three short questions in the morning and in the evening, three to five minutes."),
  },
  random_prompts: { name: t("Random Prompts"), text: t("One question at a time, from a large library.") },
  lectio_examen: {
    name: t("Lectio Divina and Examen"),
    text: t("A passage in four movements in the morning, a prayerful look at the day in the evening."),
  },
};
const ORDER = ["daily_habit", "random_prompts", "lectio_examen"] as const satisfies PromptSet[];

type Props = {
  meta: FieldMetadata<PromptSet, Record<string, unknown>>;
  /** Those that the plan holds. */
  sets: PromptSet[];
  /** Whose plan decides; in the settings. */
  tier?: Tier;
  question?: string;
};

/** The prompt set; the one of the Formation Plan is offered to those who have it, and named to the others. */
export function SetChoice({ meta, sets, tier, question = t("Prompt set") }: Props) {
  const offered = ORDER.filter((set) => sets.includes(set));
  return (
    <fieldset aria-describedby={meta.errors ? meta.errorId : undefined}>
      <legend className="mb-3 text-xl">{question}</legend>
      <div className="divide-y divide-line border-y border-line">
        {getCollectionProps(meta, { type: "radio", options: [...offered] }).map(({ key, ...control }, at) => {
          const set = SETS[offered[at] ?? "daily_habit"];
          return (
            <label key={key} htmlFor={control.id} className="flex items-start gap-4 py-4">
              <input {...control} className="mt-0.5 shrink-0" />
              <span>
                <span className="block font-medium">{set.name}</span>{" "}
                <span className="block text-muted">{set.text}</span>
              </span>
            </label>
          );
        })}
      </div>
      <FieldErrors id={meta.errorId} errors={meta.errors} />
      {tier !== undefined && tier !== "tier2" && (
        <p className="mt-3 text-sm text-muted">
          <Trans>
            Lectio Divina and Examen, the guided prayers of the morning and the evening, belong to the
            Formation Plan. You can read <Link to={addresses.journalGuide()}>this week’s guide</Link>, or{" "}
            <Link to={addresses.subscribe()}>see the plans</Link>.
          </Trans>
        </p>
      )}
    </fieldset>
  );
}
