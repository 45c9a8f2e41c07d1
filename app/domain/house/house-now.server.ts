import { planOfEveryone, setPlanOfEveryone } from "~/domain/member/plan-of-everyone.server";
import { env } from "~/platform/env.server";
import { USUAL_CHOICES, type HouseChoices } from "./choices";

/** What was read from the database last: pages ask on every visit and never wait for it. */
let kept: Partial<HouseChoices> = {};
let revision = 0;

/** Takes over what was read. */
export function setKeptChoices(choices: Partial<HouseChoices>): void {
  if (JSON.stringify(choices) !== JSON.stringify(kept)) revision += 1;
  kept = choices;
  setPlanOfEveryone(choices.defaultPlan ?? USUAL_CHOICES.defaultPlan);
}

/** Another number after every change: what was drawn before it is of another house. */
export const houseRevision = (): number => revision;

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
