import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { useContext } from "react";
import { DocumentContext } from "~/components/document-context";
import { ButtonLink } from "~/components/ui/button";
import { OFFLINE_TEXTS } from "~/domain/journal/offline-page";
import type { FormRecovery } from "~/http/form/form-recovery.server";
import type { Unavailable } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { ErrorScreen, FormRecoveryScreen } from "./full-page";

export const MISSING_PAGE = {
  title: t("Page not found"),
  text: t("There is nothing at this address. It may have moved, or it may not be yours to see."),
};

/** Page of an error: 404, form recovery, an unavailable service, an internal error. */
export function RouteError() {
  const error = useRouteError();
  const { requestId } = useContext(DocumentContext);
  // Only the browser knows that it is offline. Reloading shows the service worker's offline page.
  if (!isRouteErrorResponse(error) && typeof navigator !== "undefined" && navigator.onLine === false)
    return <ErrorScreen title={OFFLINE_TEXTS.title} message={OFFLINE_TEXTS.advice} retry />;
  if (isRouteErrorResponse(error)) {
    const detail = error.data as FormRecovery | Unavailable | null;
    if (detail && typeof detail === "object" && detail.kind === "give-back")
      return <FormRecoveryScreen {...detail} />;
    if (detail && typeof detail === "object" && detail.kind === "unavailable") {
      return <ErrorScreen title={detail.title} message={detail.message} retry />;
    }
    if (error.status === 404) {
      return <ErrorScreen title={MISSING_PAGE.title} message={MISSING_PAGE.text} />;
    }
    // The framework's own messages are for developers.
    const hasOwnMessage = typeof error.data === "string" && !error.data.startsWith("Error: ");
    const message = hasOwnMessage ? String(error.data) : t("The request was refused.");
    if (error.status < 500) return <ErrorScreen title={t("This did not work")} message={message} />;
  }
  return (
    <ErrorScreen
      title={t("Something went wrong")}
      message={t("We're experiencing a temporary issue. Please refresh the page to continue.")}
      refreshLabel={t("Refresh Page")}
      requestId={requestId}
    />
  );
}

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
