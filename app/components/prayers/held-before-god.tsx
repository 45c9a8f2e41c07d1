import { t } from "~/i18n/t";

export type HeldIntention = { id: string; name: string };

/**
 * Intentions selected for today, beside the text. A name is a submit button: the draft is saved before its page
 * opens.
 */
export function HeldBeforeGod({ held }: { held: readonly HeldIntention[] }) {
  if (held.length === 0) return null;
  return (
    <section aria-labelledby="held">
      {/* Default button for the Enter key. Without it Enter would submit the first name. */}
      <button type="submit" name="intent" value="draft" tabIndex={-1} aria-hidden="true" className="sr-only">
        {t("Save for later")}
      </button>
      <h2 id="held" className="text-sm text-muted">
        {t("Praying for today")}
      </h2>
      <p className="mt-1 flex flex-col items-start font-serif text-lg sm:flex-row sm:flex-wrap sm:items-baseline sm:gap-x-3">
        {held.map(({ id, name }, at) => (
          <span key={id} className="inline-flex items-baseline gap-x-3">
            <button
              type="submit"
              name="about"
              value={id}
              formNoValidate
              dir="auto"
              className="min-h-11 break-words text-left underline decoration-line underline-offset-4"
            >
              {name}
              <span className="sr-only">: {t("write about this")}</span>
            </button>{" "}
            {/* The separator follows the name, so that no wrapped line begins with it. */}
            {at < held.length - 1 && (
              <span aria-hidden="true" className="hidden sm:inline">
                ·
              </span>
            )}{" "}
          </span>
        ))}
      </p>
    </section>
  );
}
