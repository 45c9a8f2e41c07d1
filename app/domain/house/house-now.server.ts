import { planOfEveryone, setPlanOfEveryone } from "~/domain/member/plan-of-everyone.server";
import { env } from "~/platform/env.server";
import { USUAL_CHOICES, type HouseChoices } from "./choices";

/** What was read from the database last: pages ask on every visit and never wait for it. */
let kept: Partial<HouseChoices> = {};

/** Takes over what was read. */
export function setKeptChoices(choices: Partial<HouseChoices>): void {
  kept = choices;
  setPlanOfEveryone(choices.defaultPlan ?? USUAL_CHOICES.defaultPlan);
}

/** What the operator has set in the environment. */
function fixedChoices(): Partial<HouseChoices> {
  const { HOUSE_NAME, REGISTRATION, DEFAULT_PLAN } = env;
  return {
    ...(HOUSE_NAME !== undefined && { houseName: HOUSE_NAME }),
    ...(REGISTRATION !== undefined && { registration: REGISTRATION }),
    ...(DEFAULT_PLAN !== undefined && { defaultPlan: DEFAULT_PLAN }),
  };
}

/** What counts in this house now: the environment first, then what administrators chose. */
export const houseChoices = (): HouseChoices => ({
  ...USUAL_CHOICES,
  ...kept,
  ...fixedChoices(),
  defaultPlan: planOfEveryone(),
});

/** The names of what the environment says, which nobody can change in the browser. */
export const fixedNames = () => Object.keys(fixedChoices());
