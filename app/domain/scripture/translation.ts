import type { Translation } from "~/domain/member/prayer";
import { t } from "~/i18n/t";

export const TRANSLATION_NAMES: Record<Translation, string> = {
  web: t("World English Bible"),
  kjv: t("King James Version"),
};
