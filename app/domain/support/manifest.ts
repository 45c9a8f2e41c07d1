import * as addresses from "~/addresses";
import { t } from "~/i18n/t";
import type { House } from "./house";

/** What is shared, by the names that the free page knows it by. */
const SHARED_FIELDS = Object.fromEntries(["title", "text", "url"].map((name) => [name, name]));

/** The web application manifest: how the product appears on a home screen. */
const MANIFEST = {
  id: "/",
  name: t("Still and Know"),
  short_name: t("Still & Know"),
  description: t("A private journal for a few quiet minutes with God, morning and evening."),
  lang: "en",
  dir: "ltr",
  start_url: addresses.dashboard(),
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
  // By its address alone: a post could be sent by any page, and this one saves nothing.
  share_target: {
    action: addresses.share(),
    method: "GET",
    params: SHARED_FIELDS,
  },
  shortcuts: [
    { name: t("Morning reflection"), url: addresses.reflection("morning") },
    { name: t("Evening reflection"), url: addresses.reflection("evening") },
    { name: t("A free page"), url: addresses.freePage() },
  ],
} as const;

/** With the name of this house beside the product's. */
export const manifestOf = ({ name }: Pick<House, "name">) =>
  name ? { ...MANIFEST, name: `${MANIFEST.name} · ${name}` } : MANIFEST;
