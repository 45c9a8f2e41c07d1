import { FieldErrors } from "~/components/forms/field";
import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { t } from "~/i18n/t";

/** Starts a way as a morning or an evening reflection. */
export function BeginWay({ way, errors }: { way: string; errors: string[] | undefined }) {
  const errorId = "begin-error";
  return (
    <div
      role="group"
      aria-label={t("Begin this way")}
      aria-describedby={errors && errorId}
      className="flex flex-wrap gap-3"
    >
      {(["morning", "evening"] as const).map((slot) => (
        <PostForm key={slot}>
          <input type="hidden" name="way" value={way} />
          <input type="hidden" name="slot" value={slot} />
          <SubmitButton name="intent" value="begin" variant={slot === "morning" ? "primary" : "quiet"}>
            {slot === "morning" ? t("Use it in the morning") : t("Use it in the evening")}
          </SubmitButton>
        </PostForm>
      ))}
      <FieldErrors id={errorId} errors={errors} />
    </div>
  );
}

export function LeaveWay({ way }: { way: string }) {
  return (
    <PostForm>
      <input type="hidden" name="way" value={way} />
      <SubmitButton name="intent" value="leave" variant="quiet">
        {t("Leave this way")}
      </SubmitButton>
    </PostForm>
  );
}
