import { PostForm, SubmitButton } from "~/components/forms/post-form";
import { Banner } from "~/components/ui/banner";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

/** Warning on every page while a journal reset is pending. Its button cancels the reset. */
export function JournalResetBanner({ day }: { day: string }) {
  return (
    <Banner
      tone="harm"
      role="alert"
      title={t("Your journal will be destroyed on {day}", { day })}
      className="mb-8"
    >
      <p className="mb-3">
        {t(
          "Someone, perhaps you, has asked to begin again without its recovery codes. You can still open it, so you can keep it: then nothing changes, and your password stays as it is.",
        )}
      </p>
      <PostForm action={paths.settingsSecuritySeal()}>
        <SubmitButton name="intent" value="keep" pendingText={t("One moment…")}>
          {t("Keep my journal")}
        </SubmitButton>
      </PostForm>
    </Banner>
  );
}
