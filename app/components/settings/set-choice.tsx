import { getCollectionProps, type FieldMetadata } from "@conform-to/react";
import { Link } from "@remix-run/react";
import { FieldErrors } from "~/components/forms/field-messages";
import { Sentence } from "~/components/ui/sentence";
import type { Tier } from "~/domain/plans/tiers";
import { setChoiceWords } from "~/words/settings/set-choice";
import type { PromptSet } from "~/domain/member/prompt-set";

const SETS: Record<PromptSet, { name: string; text: string }> = {
  daily_habit: {
    name: setChoiceWords.dailyHabit,
    text: setChoiceWords.dailyHabitText,
  },
  random_prompts: { name: setChoiceWords.randomPrompts, text: setChoiceWords.randomPromptsText },
  lectio_examen: {
    name: setChoiceWords.lectioDivinaAndExamen,
    text: setChoiceWords.lectioDivinaAndExamenText,
  },
};
const ORDER = ["daily_habit", "random_prompts", "lectio_examen"] as const satisfies PromptSet[];

type Props = {
  meta: FieldMetadata<PromptSet, Record<string, unknown>>;
  /** Those that the plan holds. */
  sets: PromptSet[];
  tier: Tier;
};

/** The prompt set; the one of the Formation Plan is offered to those who have it, and named to the others. */
export function SetChoice({ meta, sets, tier }: Props) {
  const offered = ORDER.filter((set) => sets.includes(set));
  return (
    <fieldset aria-describedby={meta.errors ? meta.errorId : undefined}>
      <legend className="mb-3 text-xl">{setChoiceWords.promptSet}</legend>
      <div className="divide-y divide-line border-y border-line">
        {getCollectionProps(meta, { type: "radio", options: [...offered] }).map(({ key, ...control }, at) => {
          const set = SETS[offered[at] ?? "daily_habit"];
          return (
            <label key={key} htmlFor={control.id} className="flex items-start gap-4 py-4">
              <input {...control} className="mt-0.5 shrink-0" />
              <span>
                <span className="block font-medium">{set.name}</span>
                <span className="block text-muted">{set.text}</span>
              </span>
            </label>
          );
        })}
      </div>
      <FieldErrors id={meta.errorId} errors={meta.errors} />
      {tier !== "tier2" && (
        <p className="mt-3 text-sm text-muted">
          <Sentence
            text={setChoiceWords.lectioNeedsThePlan}
            parts={{
              guide: (text) => <Link to="/journal/guide">{text}</Link>,
              subscribe: (text) => <Link to="/subscribe">{text}</Link>,
            }}
          />
        </p>
      )}
    </fieldset>
  );
}
