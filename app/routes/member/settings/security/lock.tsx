import { FieldErrors } from "~/components/forms/field-messages";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { LOCK_MINUTES } from "~/domain/identity/session-policy";
import { t, tn } from "~/i18n/t";

type Props = { lockAfter: number | null; errors: string[] | undefined };

/** After how long this device asks for the password again. */
export function LockForm({ lockAfter, errors }: Props) {
  const errorId = "lock-after-error";
  return (
    <section aria-labelledby="lock-heading">
      <h2 id="lock-heading" className="mb-4 text-xl">
        {t("Lock this device")}
      </h2>
      <p className="mb-4">
        {t(
          "When this browser has not been used for a while, your journal shows nothing until you open it again, with your password or as you sign in. What you were writing stays.",
        )}
      </p>
      <PostForm className="flex flex-wrap items-end gap-4">
        <div>
          <label htmlFor="lock-after" className="mb-1.5 block font-medium">
            {t("Lock after")}
          </label>{" "}
          <select
            id="lock-after"
            name="lockAfter"
            defaultValue={lockAfter ?? ""}
            aria-describedby={errors && errorId}
            className="control"
          >
            <option value="">{t("Never")}</option>
            {LOCK_MINUTES.map((minutes) => (
              <option key={minutes} value={minutes}>
                {tn("{count} minute", "{count} minutes", minutes)}
              </option>
            ))}
          </select>
          <FieldErrors id={errorId} errors={errors} />
        </div>
        <SubmitButton name="intent" value="lock-after" variant="quiet" pendingText={t("Saving…")}>
          {t("Save")}
        </SubmitButton>
      </PostForm>
    </section>
  );
}
