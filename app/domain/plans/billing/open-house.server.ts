import { env } from "~/platform/env.server";
import { offers } from "./offers.server";

/** Whether there is nothing to choose between here: everyone has the largest plan, and nothing can be bought. */
export function isOpenHouse(): boolean {
  return env.DEFAULT_PLAN === "tier2" && offers().length === 0;
}
