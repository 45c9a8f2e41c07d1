import { Button } from "~/components/ui/button";
import type { FormRecovery } from "~/http/form/form-recovery.server";
import { t } from "~/i18n/t";
import { FullPage } from "./full-page";
import { SubmittedFields } from "./submitted-fields";

/** A form that could not be taken, with everything that was typed; where it was typed into a page of ours, to send again. */
export function FormRecoveryScreen({ title, message, action, fields, house, protection }: FormRecovery) {
  return (
    <FullPage title={title}>
      <p className="mt-5" role="alert">
        {message}
      </p>
      {protection && fields.length > 0 ? (
        <form method="post" action={action}>
          <input type="hidden" name="_token" value={protection.token} />
          <input type="hidden" name="_submission" value={protection.submission} />
          {protection.owner && <input type="hidden" name="_owner" value={protection.owner} />}
          <SubmittedFields fields={fields} />
          <Button type="submit" className="mt-8">
            {t("Try again")}
          </Button>
        </form>
      ) : (
        <>
          <SubmittedFields fields={fields} readOnly />
          <p className="mt-8">
            {house ? (
              <a href={`${house}${action}`}>{t("Open this page at {house}", { house })}</a>
            ) : (
              <a href={action}>{t("Go back to the page")}</a>
            )}
          </p>
        </>
      )}
    </FullPage>
  );
}
