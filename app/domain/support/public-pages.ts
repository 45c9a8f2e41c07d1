import * as addresses from "~/addresses";
import { DAY } from "~/domain/calendar/durations";

/** The pages that anyone may read and find. */
const PUBLIC_PAGES = [
  "/",
  addresses.today(),
  addresses.about(),
  addresses.faq(),
  addresses.safety(),
  addresses.contact(),
  addresses.demoDashboard(),
  addresses.privacy(),
  addresses.terms(),
  addresses.cookies(),
  addresses.loginShort(),
  addresses.register(),
] as const;

/** What is of no use to a search engine: everything that asks to sign in first, calls, and one-time links. */
const NOT_FOR_CRAWLERS = [
  "/api/",
  addresses.admin(),
  addresses.signInCode(),
  addresses.confirmEmail(),
  addresses.verifyEmail(),
  addresses.dashboard(),
  addresses.journal(),
  addresses.insights(),
  addresses.coaches(),
  addresses.settings(),
  addresses.subscribe(),
  "/calendar/",
];

/**
 * A page with a second address, and the one of the two that is its own. /home is not here although it shows what "/" does:
 * a front door named as the address of another page is taken for a mistake, and the map names it once anyway.
 */
const OTHER_ADDRESSES: Record<string, string> = { [addresses.login()]: addresses.loginShort() };

/** The canonical address of a public page, without its query. */
export function canonicalUrl(origin: string, pathname: string): string | undefined {
  const path = OTHER_ADDRESSES[pathname] ?? pathname;
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

/** RFC 9116: where someone who has found a weakness can tell of it. */
export function securityTxt(origin: string, at: Date): string {
  // A running server renews it; whole days, so that the text changes once a day.
  const expires = new Date(at.getTime() + HALF_A_YEAR_MS).toISOString().replace(/T.*/, "T00:00:00Z");
  return [
    `Contact: ${origin}/contact`,
    `Expires: ${expires}`,
    "Preferred-Languages: en",
    `Canonical: ${origin}/.well-known/security.txt`,
    "",
  ].join("\n");
}
