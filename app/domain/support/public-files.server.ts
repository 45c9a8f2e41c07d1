import { now } from "~/platform/clock";
import { houseOrigin } from "~/platform/house-origin.server";
import { robotsTxt, securityTxt, sitemapXml } from "./public-pages";

/** The texts for programs that come by, for this server's address. */
export const PUBLIC_FILES = {
  robots: () => robotsTxt(houseOrigin()),
  sitemap: () => sitemapXml(houseOrigin()),
  security: () => securityTxt(houseOrigin(), now()),
};
