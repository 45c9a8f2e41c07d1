import { DAY } from "~/domain/calendar/durations";
import type { Instance } from "~/domain/operations/instance-settings";
import { t } from "~/i18n/t";
import * as paths from "~/paths";

const SITE = t("Still and Know");

/** Meta tags of a page: title, description and Open Graph. */
export function pageMeta(title: string, description: string) {
  const whole = title.includes(SITE) ? title : `${title} · ${SITE}`;
  return [
    { title: whole },
    { name: "description", content: description },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: SITE },
  ];
}

/** Psalm 46:10 in the World English Bible. */
export const TAGLINE = { text: t("Be still, and know that I am God."), reference: t("Psalm 46:10") } as const;

/** Pages that search engines may index. */
const PUBLIC_PAGES = [
  "/",
  paths.today(),
  paths.about(),
  paths.faq(),
  paths.safety(),
  paths.contact(),
  paths.demoDashboard(),
  paths.privacy(),
  paths.terms(),
  paths.cookies(),
  paths.loginShort(),
  paths.register(),
] as const;

/** Pages behind sign-in, API calls and one-time links. */
const NOT_FOR_CRAWLERS = [
  "/api/",
  paths.admin(),
  paths.signInCode(),
  paths.confirmEmail(),
  paths.verifyEmail(),
  paths.dashboard(),
  paths.journal(),
  paths.insights(),
  paths.coaches(),
  paths.settings(),
  paths.subscribe(),
  "/calendar/",
];

/**
 * Canonical paths of pages with two paths. /home is absent although it shows the same as "/": search engines report a
 * start page with another canonical URL as an error, and the sitemap lists it once anyway.
 */
const CANONICAL_PATHS: Record<string, string> = { [paths.login()]: paths.loginShort() };

/** The canonical URL of an indexable page, without query. */
export function canonicalUrl(origin: string, pathname: string): string | undefined {
  const path = CANONICAL_PATHS[pathname] ?? pathname;
  return PUBLIC_PAGES.some((page) => page === path) ? origin + path : undefined;
}

export function robotsTxt(origin: string): string {
  const refused = NOT_FOR_CRAWLERS.map((path) => `Disallow: ${path}`);
  return ["User-agent: *", ...refused, "", `Sitemap: ${origin}/sitemap.xml`, ""].join("\n");
}

export function sitemapXml(origin: string): string {
  const entries = PUBLIC_PAGES.map((path) => `  <url><loc>${origin}${path}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    "</urlset>",
    "",
  ].join("\n");
}

const HALF_A_YEAR_MS = 182 * DAY;

/** RFC 9116: contact for security reports. */
export function securityTxt(origin: string, at: Date): string {
  // Rounded to days, so that the file changes once a day.
  const expires = new Date(at.getTime() + HALF_A_YEAR_MS).toISOString().replace(/T.*/, "T00:00:00Z");
  return [
    `Contact: ${origin}/contact`,
    `Expires: ${expires}`,
    "Preferred-Languages: en",
    `Canonical: ${origin}/.well-known/security.txt`,
    "",
  ].join("\n");
}

/** Query parameters of shared content, as the free page reads them. */
const SHARED_FIELDS = Object.fromEntries(["title", "text", "url"].map((name) => [name, name]));

/** The web application manifest. */
const MANIFEST = {
  id: "/",
  name: t("Still and Know"),
  short_name: t("Still & Know"),
  description: t("A private journal for a few quiet minutes with God, morning and evening."),
  lang: "en",
  dir: "ltr",
  start_url: paths.dashboard(),
  scope: "/",
  display: "standalone",
  background_color: "#fbf9f4",
  theme_color: "#fbf9f4",
  categories: ["lifestyle", "books"],
  icons: [
    { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png" },
    { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png" },
    { src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
  ],
  // GET, because any site could send a POST; opening the page saves nothing.
  share_target: {
    action: paths.share(),
    method: "GET",
    params: SHARED_FIELDS,
  },
  shortcuts: [
    { name: t("Morning reflection"), url: paths.reflection("morning") },
    { name: t("Evening reflection"), url: paths.reflection("evening") },
    { name: t("A free page"), url: paths.freePage() },
  ],
} as const;

export const manifestOf = ({ name }: Pick<Instance, "name">) =>
  name ? { ...MANIFEST, name: `${MANIFEST.name} · ${name}` } : MANIFEST;
