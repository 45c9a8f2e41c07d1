import type { Way } from "~/domain/ways/way";
import { t } from "~/i18n/t";
import { ADVENT_DAYS } from "./advent";
import { BEFORE_PENTECOST } from "./before-pentecost";
import { DECISION } from "./decision";
import { EIGHT_WEEKS } from "./eight-weeks";
import { GRIEF } from "./grief";
import { LENT_DAYS } from "./lent-days";

const OURS = { by: "", language: "en", licence: "", sundays: "in" } as const;

/** The built-in ways, each by the name in its address, which never changes. */
export const BUILT_IN_WAYS: Readonly<Record<string, Way>> = {
  advent: { ...OURS, name: t("Advent, day by day"), begins: { feast: "advent", plus: 0 }, days: ADVENT_DAYS },
  lent: {
    ...OURS,
    name: t("Lent, from ashes to the Vigil"),
    begins: { feast: "ash-wednesday", plus: 0 },
    sundays: "apart",
    days: LENT_DAYS,
  },
  "before-pentecost": {
    ...OURS,
    name: t("Nine days before Pentecost"),
    begins: { feast: "pentecost", plus: -9 },
    days: BEFORE_PENTECOST,
  },
  "eight-weeks": { ...OURS, name: t("Eight weeks in daily life"), begins: "any", days: EIGHT_WEEKS },
  grief: { ...OURS, name: t("Seven days for grief"), begins: "any", days: GRIEF },
  decision: { ...OURS, name: t("Seven days for a decision"), begins: "any", days: DECISION },
};
