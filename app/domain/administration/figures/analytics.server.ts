import { UserModel } from "#models/user.server";
import { SMALLEST_GROUP } from "~/domain/administration/database/smallest-group";
import { addDays } from "~/domain/calendar/local-day";
import { utcDay } from "~/domain/calendar/utc";
import { variantFigures } from "~/domain/experiments/assignments.server";
import { recordedTiers } from "~/domain/member/current-plan.server";
import { PROMPT_SET_KEYS } from "~/domain/member/prompt-set";
import { TIERS, type Tier } from "~/domain/member/tiers";
import { now } from "~/platform/clock";
import type { DayRange } from "./range";
import { readDays } from "./roll-up.server";

/** By a moment, because then the index alone answers. */
const VERIFIED = { emailVerifiedAt: { $gt: new Date(0) } };

/** The figures of the last days, today's included, and what there is at this moment. */
export async function analytics(range: DayRange) {
  const [days, accounts, verified, sets, tiers, variants] = await Promise.all([
    readDays(addDays(utcDay(now()), 1 - range)),
    UserModel.countDocuments({}),
    UserModel.countDocuments(VERIFIED),
    countEach("promptSetPreference", PROMPT_SET_KEYS),
    countTiers(),
    variantFigures(),
  ]);
  return {
    days,
    accounts,
    verified,
    sets,
    tiers,
    variants,
    /** Nothing of praying and writing is shown. */
    isSmall: accounts < SMALLEST_GROUP,
  };
}

/** By the plan in force here, which may be more than the record says. */
function countTiers(): Promise<[Tier, number][]> {
  return Promise.all(
    TIERS.map(async (tier): Promise<[Tier, number]> => [
      tier,
      await UserModel.countDocuments({ subscriptionTier: { $in: recordedTiers(tier) } }),
    ]),
  );
}

async function countEach<T extends string>(field: string, values: readonly T[]): Promise<[T, number][]> {
  return Promise.all(
    values.map(async (value): Promise<[T, number]> => [
      value,
      await UserModel.countDocuments({ [field]: value }),
    ]),
  );
}
