import { manifestWords } from "~/words/support/manifest";

/** The web application manifest: how the product stands on a home screen. */
export const MANIFEST = {
  id: "/",
  name: manifestWords.stillAndKnow,
  short_name: manifestWords.stillKnow,
  description: manifestWords.stillAndKnowDescription,
  lang: "en",
  dir: "ltr",
  start_url: "/dashboard",
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
  shortcuts: [
    { name: manifestWords.morningReflection, url: "/journal/morning" },
    { name: manifestWords.eveningReflection, url: "/journal/evening" },
    { name: manifestWords.aFreePage, url: "/journal/free" },
  ],
} as const;
