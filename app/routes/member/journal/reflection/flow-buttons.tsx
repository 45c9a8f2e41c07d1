import { useHydrated } from "~/browser/use-browser-state";
import { SubmitButton } from "~/components/forms/post-form";
import { DraftStatus, type Autosave } from "~/components/journal/use-draft-autosave";
import { DisclosureIcon } from "~/components/ui/disclosure";
import type { Flow } from "~/domain/journal/prompt-sets/prompt-set";
import { t } from "~/i18n/t";

type Props = {
  flow: Flow;
  /** Index of the movement; -1 when all are on one page. */
  at: number;
  draft: { savedAt: string } | null;
  autosave: Autosave;
  page: { swapsLeft: number; timezone: string };
};

/** Every button saves the current text; Next and Back also change the movement. */
export function FlowButtons({ flow, at, draft, autosave, page }: Props) {
  const isAutosaving = useHydrated() && autosave.state !== "failed" && autosave.state !== "conflict";
  const hasNext = at >= 0 && at < flow.steps.length - 1;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      {hasNext ? (
        <SubmitButton name="intent" value="next" pendingText={t("Saving…")}>
          {t("Next")}
        </SubmitButton>
      ) : (
        <SubmitButton name="intent" value="finish" pendingText={t("Finishing…")}>
          {t("Finish")}
        </SubmitButton>
      )}{" "}
      {at > 0 && (
        <SubmitButton name="intent" value="back" variant="quiet" pendingText={t("Saving…")}>
          {t("Back")}
        </SubmitButton>
      )}{" "}
      {(at < 0 || !isAutosaving) && (
        <SubmitButton name="intent" value="draft" variant="quiet" pendingText={t("Saving…")}>
          {t("Save for later")}
        </SubmitButton>
      )}{" "}
      {flow.kind === "prompt" && page.swapsLeft > 0 && (
        <SubmitButton name="intent" value="swap" variant="quiet" pendingText={t("Looking…")}>
          {t("Another question ({swapsLeft} left)", { swapsLeft: page.swapsLeft })}
        </SubmitButton>
      )}{" "}
      <DraftStatus
        savedAt={draft?.savedAt ?? ""}
        autosave={autosave}
        timezone={page.timezone}
        isFirst={at <= 0}
      />
    </div>
  );
}

/** The position among the movements, as a line of dots. */
export function StepDots({ at, of }: { at: number; of: number }) {
  return (
    <p className="mt-4 flex gap-2">
      <span className="sr-only">{t("Step {at} of {of}", { at: at + 1, of })}</span>
      {Array.from({ length: of }, (_, dot) => (
        <span
          key={dot}
          aria-hidden="true"
          className={`h-2 w-2 rounded-full border ${dot === at ? "border-day bg-day" : "border-edge"}`}
        />
      ))}
    </p>
  );
}

const LINK = "inline-flex min-h-11 items-center text-accent underline underline-offset-4";

/** Alternative question sets for this evening, such as for illness, which only the member can choose. */
export function OtherQuestions({
  packs,
  current,
}: {
  packs: { key: string; name: string }[];
  current: string;
}) {
  return (
    <details className="group text-sm">
      <summary className="inline-flex min-h-11 items-center text-muted">
        <DisclosureIcon />
        {t("Another way to look at this day")}
      </summary>
      <ul className="grid grid-cols-1 gap-x-6 sm:grid-cols-2">
        {packs.map(({ key, name }) => (
          <li key={key}>
            {current === `examen.${key}` ? (
              <span aria-current="true" className="inline-flex min-h-11 items-center">
                {t("{name}, shown now", { name })}
              </span>
            ) : (
              <button type="submit" name="goto" value={`examen.${key}`} className={LINK}>
                {name}
              </button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
