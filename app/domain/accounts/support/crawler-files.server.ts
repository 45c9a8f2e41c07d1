import { now } from "~/platform/clock";
import { linkOrigin } from "~/platform/link-origin.server";
import { robotsTxt, securityTxt, sitemapXml } from "./public-pages";

/** The texts for programs that come by, for this server's address. */
export const CRAWLER_FILES = {
  robots: () => robotsTxt(linkOrigin()),
  sitemap: () => sitemapXml(linkOrigin()),
  security: () => securityTxt(linkOrigin(), now()),
};
