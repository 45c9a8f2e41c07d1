import { useLocation } from "@remix-run/react";
import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { FullPage } from "./full-page";

type Props = {
  title: string;
  message: string;
  /** Offers the same address again, for failures that pass. */
  retry?: boolean;
  /** The same, with other words. */
  refreshLabel?: string;
  /** To find the failure in the log. */
  requestId?: string;
};

const BUTTON =
  "inline-flex min-h-11 items-center justify-center rounded border px-5 py-2 font-medium no-underline";

/** A whole page for what went wrong: what happened, what to do, the way home. Plain links, so that it needs no script. */
export function ErrorScreen({ title, message, retry = false, refreshLabel, requestId }: Props) {
  const { pathname, search } = useLocation();
  const again = refreshLabel ?? (retry ? t("Try again") : undefined);
  return (
    <FullPage title={title}>
      <p className="mt-5">{message}</p>
      <p className="mt-8 flex flex-wrap gap-3">
        {again && (
          <a href={pathname + search} className={`${BUTTON} border-accent bg-accent text-accent-ink`}>
            {again}
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
