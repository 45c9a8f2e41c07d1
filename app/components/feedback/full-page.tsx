import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { CsrfInputs } from "~/components/forms/post-form";
import { Brand } from "~/components/ui/brand";
import { Button } from "~/components/ui/button";
import type { FormRecovery } from "~/http/form/form-recovery.server";
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
export function ErrorScreen({ title, message, retry = false, refreshLabel, requestId }: ErrorScreenProps) {
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
