import { t } from "~/i18n/t";

const SITE = t("Still and Know");

/** Title, description and what other sites show when someone links to a page. */
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
