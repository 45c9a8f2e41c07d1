import { ButtonLink } from "~/components/ui/button";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

/** Links for members on a missing page; the documents are loaded, because the failed one has no data of its layout. */
export function MissingPageLinks() {
  return (
    <p className="mb-6 flex flex-wrap gap-3">
      <ButtonLink to={paths.dashboard()} reloadDocument>
        {t("Dashboard")}
      </ButtonLink>
      <ButtonLink to={paths.history()} variant="quiet" reloadDocument>
        {t("History")}
      </ButtonLink>
    </p>
  );
}
