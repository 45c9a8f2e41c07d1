import { Link } from "@remix-run/react";
import * as addresses from "~/addresses";
import { PostForm } from "~/components/forms/post-form";
import { SubmitButton } from "~/components/forms/submit-button";
import { ButtonLink } from "~/components/ui/button";
import { Fold } from "~/components/ui/fold";
import { t } from "~/i18n/t";

type Props = {
  id: string;
  editable: boolean;
  favourite: boolean;
  excluded: boolean;
  deleted: boolean;
  /** Whether it has been saved more than once. */
  changed: boolean;
};

/** What can be done with an entry: one form, one button for each. */
export function EntryActions({ id, editable, favourite, excluded, deleted, changed }: Props) {
  return (
    <footer className="no-print mt-12 border-t border-line pt-6">
      <PostForm className="flex flex-wrap items-center gap-3">
        {deleted ? (
          <>
            <SubmitButton name="intent" value="restore">
              {t("Restore")}
            </SubmitButton>{" "}
            <ButtonLink to={addresses.trashEntry(id)} variant="danger">
              {t("Delete for good")}
            </ButtonLink>
          </>
        ) : (
          <>
            {editable && <ButtonLink to={addresses.entryEdit(id)}>{t("Edit")}</ButtonLink>}{" "}
            <SubmitButton name="intent" value={favourite ? "unfavourite" : "favourite"} variant="quiet">
              {favourite ? t("Remove from favourites") : t("Add to favourites")}
            </SubmitButton>{" "}
            <SubmitButton name="intent" value="delete" variant="danger">
              {t("Delete")}
            </SubmitButton>
            <Fold title={t("More")} open={excluded} className="basis-full">
              <SubmitButton name="intent" value={excluded ? "include" : "exclude"} variant="quiet">
                {excluded ? t("Include in insights") : t("Exclude from insights")}
              </SubmitButton>
            </Fold>
          </>
        )}
      </PostForm>
      <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <Link to={addresses.history()}>{t("History")}</Link>{" "}
        {deleted && <Link to={addresses.trash()}>{t("Trash")}</Link>}{" "}
        {changed && !deleted && <Link to={addresses.entryVersions(id)}>{t("Earlier versions")}</Link>}
      </p>
    </footer>
  );
}
