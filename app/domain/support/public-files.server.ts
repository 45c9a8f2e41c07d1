import { now } from "~/platform/clock";
import { env } from "~/platform/env.server";
import { robotsTxt, securityTxt, sitemapXml } from "./public-pages";

/** The texts for programs that come by, for this server's address. */
export const PUBLIC_FILES = {
  robots: () => robotsTxt(env.PUBLIC_ORIGIN),
  sitemap: () => sitemapXml(env.PUBLIC_ORIGIN),
  security: () => securityTxt(env.PUBLIC_ORIGIN, now()),
};
