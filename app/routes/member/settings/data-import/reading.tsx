import * as addresses from "~/addresses";
import { useLookingAgain } from "~/browser/use-looking-again";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";
import { UPLOAD_REFUSALS } from "~/domain/portability/import-limits";
import type { ReadingState } from "~/domain/portability/upload-journal.server";
import { t, tn } from "~/i18n/t";
import { shown } from "./remarks";

/** A file that has come and is not read to its end yet. */
export function ImportReading({ fileName, refused, entries, isIdle }: ReadingState) {
  if (refused)
    return (
      <section aria-labelledby="import-heading">
        <h2 id="import-heading" className="text-xl">
          {t("This file was not taken")}
        </h2>
        <p className="mb-3 mt-1 break-words text-muted">{fileName}</p>
        <p className="mb-8 max-w-measure">{UPLOAD_REFUSALS[refused]}</p>
        <ButtonLink to={addresses.settingsData()}>{t("Another file")}</ButtonLink>
      </section>
    );
  return (
    <section aria-labelledby="import-heading">
      <h2 id="import-heading" className="text-xl">
        {isIdle ? t("The server was restarted while it read your file") : t("Your file is being read")}
      </h2>
      <p className="mb-3 mt-1 break-words text-muted">{fileName}</p>
      {isIdle ? <ReadAgain /> : <Progress entries={entries} />}
    </section>
  );
}

const LOOK_AGAIN_MS = 1_500;

function Progress({ entries }: { entries: number }) {
  useLookingAgain(LOOK_AGAIN_MS);
  return (
    <>
      <p role="status" className="mb-3">
        {tn("{count} entry so far.", "{count} entries so far.", entries, shown(entries))}
      </p>
      <p className="max-w-measure text-muted">
        {t(
          "With many pictures this takes some minutes. You may leave this page and come back; nothing is kept in your journal yet.",
        )}
      </p>
    </>
  );
}

function ReadAgain() {
  return (
    <>
      <p className="mb-6 max-w-measure">
        {t("It is still here, encrypted. It is read again from the beginning; you need not send it again.")}
      </p>
      <PostForm className="flex flex-wrap gap-3">
        <SubmitButton name="intent" value="continue" pendingText={t("Reading…")}>
          {t("Read it again")}
        </SubmitButton>
        <SubmitButton name="intent" value="cancel" variant="quiet">
          {t("Discard")}
        </SubmitButton>
      </PostForm>
    </>
  );
}
