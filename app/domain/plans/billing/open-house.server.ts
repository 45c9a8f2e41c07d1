import { planOfEveryone } from "~/domain/member/plan-of-everyone.server";
import { offers } from "./offers.server";

/** Whether there is nothing to choose between here: everyone has the largest plan, and nothing can be bought. */
export function isOpenHouse(): boolean {
  return planOfEveryone() === "tier2" && offers().length === 0;
}
