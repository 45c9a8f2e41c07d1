import { t } from "~/i18n/t";

/** The tagline: Psalm 46:10 in the wording of the World English Bible. */
export const TAGLINE = { text: t("Be still, and know that I am God."), reference: t("Psalm 46:10") } as const;
