import { isRouteErrorResponse, useLocation, useRouteError } from "@remix-run/react";
import { useContext, type ReactNode } from "react";
import { DocumentContext } from "~/components/document-context";
import { CsrfInputs } from "~/components/forms/post-form";
import { Brand } from "~/components/ui/brand";
import { Button, ButtonLink } from "~/components/ui/button";
import { OFFLINE_TEXTS } from "~/domain/journal/offline-page";
import type { FormRecovery } from "~/http/form/form-recovery.server";
import type { Unavailable } from "~/http/guards.server";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

/** Page outside every layout, with the brand and a link to help. */
function FullPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-screen max-w-measure flex-col px-5 py-8 sm:py-12">
      <header>
        <a href={paths.home()} className="inline-flex min-h-11 items-center no-underline">
          <Brand />
        </a>
      </header>
      <main id="main" className="flex-1 py-16 sm:py-24">
        <h1 className="text-3xl">{title}</h1>
        <div aria-hidden="true" className="mt-4 h-0.5 w-10 bg-day" />
        {children}
      </main>
      <footer className="text-sm">
        <a
          href={paths.safety()}
          className="inline-flex min-h-11 items-center text-muted no-underline hover:text-ink hover:underline"
        >
          {t("Need help now?")}
        </a>
      </footer>
    </div>
  );
}

type ErrorScreenProps = {
  title: string;
  message: string;
  /** Shows a reload link, for transient failures. */
  retry?: boolean;
  /** Label of the reload link; implies `retry`. */
  refreshLabel?: string;
  requestId?: string;
};

const BUTTON =
  "inline-flex min-h-11 items-center justify-center rounded border px-5 py-2 font-medium no-underline";

/** Full-page error message. Plain links, so that it works without script. */
function ErrorScreen({ title, message, retry = false, refreshLabel, requestId }: ErrorScreenProps) {
  const { pathname, search } = useLocation();
  const reloadLabel = refreshLabel ?? (retry ? t("Try again") : undefined);
  return (
    <FullPage title={title}>
      <p className="mt-5">{message}</p>
      <p className="mt-8 flex flex-wrap gap-3">
        {reloadLabel && (
          <a href={pathname + search} className={`${BUTTON} border-accent bg-accent text-accent-ink`}>
            {reloadLabel}
          </a>
        )}
        <a href={paths.home()} className={`${BUTTON} border-edge text-ink`}>
          {t("Go to the home page")}
        </a>
      </p>
      {requestId && <p className="mt-8 text-sm text-muted">{t("Request {requestId}", { requestId })}</p>}
    </FullPage>
  );
}

/** Longer values are shown in a text area, so that they can be read and copied. */
const MAX_INLINE_LENGTH = 80;

/** Makes a label of a field name: "wordKept" becomes "Word kept". */
function labelOf(name: string): string {
  const words = name
    .replace(/[_.[\]-]+/g, " ")
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

type SubmittedFieldProps = { name: string; value: string; id: string; readOnly: boolean };

function SubmittedField({ name, value, id, readOnly }: SubmittedFieldProps) {
  if (value === "") return readOnly ? null : <input type="hidden" name={name} value="" />;
  if (value.length <= MAX_INLINE_LENGTH && !/[\r\n]/.test(value))
    return (
      <p className="mt-6 break-words">
        <span className="font-medium">{labelOf(name)}</span>: {value}
        {!readOnly && <input type="hidden" name={name} value={value} />}
      </p>
    );
  return (
    <div className="mt-6">
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {labelOf(name)}
      </label>
      <textarea
        id={id}
        name={readOnly ? undefined : name}
        readOnly={readOnly}
        defaultValue={value}
        rows={Math.min(16, 3 + Math.ceil(value.length / 60))}
        className="control font-serif text-lg"
      />
    </div>
  );
}

/** Submitted values of a rejected form, editable or read-only. */
export function SubmittedFields({
  fields,
  readOnly = false,
}: {
  fields: [name: string, value: string][];
  readOnly?: boolean;
}) {
  return fields.map(([name, value], index) => (
    <SubmittedField
      key={`${name}-${index}`}
      id={`given-${index}`}
      name={name}
      value={value}
      readOnly={readOnly}
    />
  ));
}

/**
 * Shows the fields of a rejected form. With `protection` (valid tokens) they can be sent again; otherwise they are
 * read-only, to copy.
 */
export function FormRecoveryScreen({ title, message, action, fields, siteOrigin, protection }: FormRecovery) {
  return (
    <FullPage title={title}>
      <p className="mt-5" role="alert">
        {message}
      </p>
      {protection && fields.length > 0 ? (
        <form method="post" action={action}>
          <CsrfInputs {...protection} />
          <SubmittedFields fields={fields} />
          <Button type="submit" className="mt-8">
            {t("Try again")}
          </Button>
        </form>
      ) : (
        <>
          <SubmittedFields fields={fields} readOnly />
          <p className="mt-8">
            {siteOrigin ? (
              <a href={`${siteOrigin}${action}`}>{t("Open this page at {siteOrigin}", { siteOrigin })}</a>
            ) : (
              <a href={action}>{t("Go back to the page")}</a>
            )}
          </p>
        </>
      )}
    </FullPage>
  );
}

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
    // Remix's own messages begin with "Error: ". They are for developers, so a general message replaces them.
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
