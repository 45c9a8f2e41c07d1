import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { useContext, type ReactNode } from "react";
import { cachedFrame } from "~/browser/page-cache";
import { setReaderLocale } from "~/browser/reader-locale";
import { DocumentContext } from "~/components/document-context";
import { ErrorScreen } from "~/components/feedback/error-screen";
import { Toaster } from "~/components/feedback/toaster";
import { USUAL_LOCALE } from "~/domain/calendar/locale";
import type { FormRecovery } from "~/http/form/form-recovery.server";
import type { Unavailable } from "~/http/loaders.server";
import { usesScript } from "~/http/page-handle";
import { pageToast, publicOrigin, rootData } from "~/http/root-data.server";
import { LANGUAGE } from "~/i18n/language";
import { t } from "~/i18n/t";
import { FormRecoveryScreen } from "./components/feedback/form-recovery-screen";
import { metaRefreshSeconds } from "./components/layout/meta-refresh";
import { SocialImage } from "./components/layout/social-image";
import { OFFLINE_TEXTS } from "./domain/accounts/support/offline-texts";
import { canonicalUrl } from "./domain/accounts/support/public-pages";
import stylesheet from "./tailwind.css?url";

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: stylesheet },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

export const meta: MetaFunction = () => [{ title: t("Still and Know") }];

/** What every document needs: who is signed in (public fields), the theme, and a message that waits. */
export async function loader({ request }: LoaderFunctionArgs) {
  const [session, { toast, headers }] = await Promise.all([rootData(request), pageToast(request)]);
  return data({ ...session, origin: publicOrigin, toast }, { headers });
}

export function Layout({ children }: { children: ReactNode }) {
  // Null where the error screen takes the page's place before anything was loaded: a form that an action refused.
  const root = useRouteLoaderData<typeof loader>("root") ?? undefined;
  // Outside an error boundary the hook gives null, within one that caught nothing undefined.
  const failed = useRouteError() != null;
  const matches = useMatches();
  const scripted = matches.every(({ handle }) => usesScript(handle)) && !failed;
  const toShare =
    root !== undefined && matches.some(({ id }) => /^routes\/public\/(landing|info)-frame$/.test(id));
  const canonical = root && canonicalUrl(root.origin, matches.at(-1)?.pathname ?? "");
  const reload = failed ? 0 : Math.max(...matches.map(metaRefreshSeconds), 0);
  const { nonce } = useContext(DocumentContext);
  const theme = root?.theme ?? "system";
  const locale = root?.locale ?? USUAL_LOCALE;
  setReaderLocale(locale);
  return (
    <html
      lang={locale === USUAL_LOCALE ? LANGUAGE : locale}
      data-theme={theme}
      data-text={root?.look.textSize ?? "normal"}
      data-serif={root?.look.serif ? "on" : undefined}
      data-motion={root?.look.reducedMotion ? "reduced" : undefined}
      data-season={root?.season ?? "ordinary"}
      data-day={root?.day ?? undefined}
      data-script={scripted ? "on" : "off"}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme === "system" ? "light dark" : theme} />
        <Meta />
        {reload > 0 && (
          <noscript>
            <meta httpEquiv="refresh" content={String(reload)} />
          </noscript>
        )}
        {toShare && <SocialImage origin={root.origin} />}
        {canonical && <link rel="canonical" href={canonical} />}
        <Links />
      </head>
      <body>
        {children}
        <Toaster toast={root?.toast ?? null} scripted={scripted} />
        {scripted && <ScrollRestoration nonce={nonce} />}
        {scripted && <Scripts nonce={nonce} />}
      </body>
    </html>
  );
}

/** Once read, the frame stays for a while; a server that was not reached has nothing new to tell. */
export const shouldRevalidate = cachedFrame();

export default function App() {
  useLoaderData<typeof loader>();
  return <Outlet />;
}

/** Every error that no page handles: not found, a form given back, a missing service, a mistake of ours. */
export function ErrorBoundary() {
  const error = useRouteError();
  const { requestId } = useContext(DocumentContext);
  // Only a browser knows; asking again leads to the page that is kept for it.
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
      return (
        <ErrorScreen
          title={t("Page not found")}
          message={t("There is nothing at this address. It may have moved, or it may not be yours to see.")}
        />
      );
    }
    // What the framework says of a request is for developers.
    const isOurs = typeof error.data === "string" && !error.data.startsWith("Error: ");
    const message = isOurs ? String(error.data) : t("The request was refused.");
    if (error.status < 500) return <ErrorScreen title={t("This did not work")} message={message} />;
  }
  // The generic error screen.
  return (
    <ErrorScreen
      title={t("Something went wrong")}
      message={t("We're experiencing a temporary issue. Please refresh the page to continue.")}
      refreshLabel={t("Refresh Page")}
      requestId={requestId}
    />
  );
}
