import { data, type LinksFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import {
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { useContext, useEffect, useRef, type ReactNode } from "react";
import { cachedFrame } from "~/browser/page-cache";
import { DocumentContext, usesScript } from "~/components/document-context";
import { RouteError } from "~/components/feedback/full-page";
import { Toaster } from "~/components/feedback/toaster";
import { canonicalUrl, TAGLINE } from "~/domain/accounts/support/public-pages";
import { DEFAULT_LOCALE, type Locale } from "~/domain/calendar/locale";
import { setReaderLocaleSource } from "~/domain/calendar/reader.state";
import { pageToast, publicOrigin, rootData } from "~/http/root-data.server";
import { LANGUAGE, t } from "~/i18n/t";
import typeface from "./fonts/libertinus-serif.woff2?url";
import stylesheet from "./tailwind.css?url";

/** Sets the locale for dates in the browser. On the server the locale belongs to the request. */
function setReaderLocale(locale: Locale): void {
  if (typeof document !== "undefined") setReaderLocaleSource(() => locale);
}

/** Seconds until the page reloads without script, from `handle = { reloads: (data) => 3 }`; 0 for never. */
function metaRefreshSeconds({ handle, data: loaded }: ReturnType<typeof useMatches>[number]): number {
  const { reloads } = (handle ?? {}) as { reloads?: (data: unknown) => number };
  return loaded ? (reloads?.(loaded) ?? 0) : 0;
}

/** Open Graph image of the public pages. Its URL must be absolute. */
function SocialImage({ origin }: { origin: string }) {
  return (
    <>
      <meta property="og:image" content={`${origin}/link-picture.png`} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={TAGLINE.text} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

export const links: LinksFunction = () => [
  { rel: "stylesheet", href: stylesheet },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
];

export const meta: MetaFunction = () => [{ title: t("Still and Know") }];

/** Data of every document: the public fields of the signed-in user, the theme, and a pending toast. */
export async function loader({ request }: LoaderFunctionArgs) {
  const [session, { toast, headers }] = await Promise.all([rootData(request), pageToast(request)]);
  return data({ ...session, origin: publicOrigin, toast }, { headers });
}

export function Layout({ children }: { children: ReactNode }) {
  // Null if the error boundary renders before any loader, after a rejected action.
  const root = useRouteLoaderData<typeof loader>("root") ?? undefined;
  const { nonce, hasFailed: hasDocumentFailed } = useContext(DocumentContext);
  // The hook returns null outside an error boundary, and undefined inside one without an error.
  const hasFailed = useRouteError() != null || hasDocumentFailed === true;
  const matches = useMatches();
  const hasScript = matches.every(({ handle }) => usesScript(handle)) && !hasFailed;
  const isShareable =
    root !== undefined && matches.some(({ id }) => /^routes\/public\/(landing|info)-frame$/.test(id));
  const canonical = root && canonicalUrl(root.origin, matches.at(-1)?.pathname ?? "");
  const reloadSeconds = hasFailed ? 0 : Math.max(...matches.map(metaRefreshSeconds), 0);
  const theme = root?.theme ?? "system";
  const locale = root?.locale ?? DEFAULT_LOCALE;
  setReaderLocale(locale);
  return (
    <html
      lang={locale === DEFAULT_LOCALE ? LANGUAGE : locale}
      data-theme={theme}
      data-text={root?.look.textSize ?? "normal"}
      data-letters={root?.look.letters === "hyperlegible" ? "hyperlegible" : undefined}
      data-spacing={root?.look.spacing === "wide" ? "wide" : undefined}
      data-serif={root?.look.serif ? "on" : undefined}
      data-motion={root?.look.reducedMotion ? "reduced" : undefined}
      data-season={root?.season ?? "ordinary"}
      data-day={root?.day ?? undefined}
      data-script={hasScript ? "on" : "off"}
      data-saves-data={root?.savesData || undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={theme === "system" ? "light dark" : theme} />
        <Meta />
        {reloadSeconds > 0 && (
          <noscript>
            <meta httpEquiv="refresh" content={String(reloadSeconds)} />
          </noscript>
        )}
        {isShareable && <SocialImage origin={root.origin} />}
        {canonical && <link rel="canonical" href={canonical} />}
        <Links />
        {root && !root.savesData && root.look.letters === "default" && (
          <link rel="preload" href={typeface} as="font" type="font/woff2" crossOrigin="anonymous" />
        )}
      </head>
      <body>
        {children}
        <Toaster toast={root?.toast ?? null} scripted={hasScript} />
        <NavigationFocus />
        {hasScript && <ScrollRestoration nonce={nonce} />}
        {hasScript && <Scripts nonce={nonce} />}
      </body>
    </html>
  );
}

export const shouldRevalidate = cachedFrame();

export default function App() {
  useLoaderData<typeof loader>();
  return <Outlet />;
}

/** Shows every error that no layout shows. */
export const ErrorBoundary = RouteError;

/**
 * Moves the focus to the page's heading after a navigation with script, so that screen readers announce the new page. The first
 * page, and a URL that differs in its hash alone, keep the browser's own focus.
 */
function NavigationFocus() {
  const { pathname, search } = useLocation();
  const url = pathname + search;
  const lastUrl = useRef(url);
  useEffect(() => {
    if (lastUrl.current === url) return;
    lastUrl.current = url;
    // A refused form has moved the focus to its first invalid field.
    if (document.activeElement?.matches("[aria-invalid=true]")) return;
    const heading = document.querySelector("h1");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [url]);
  return null;
}
