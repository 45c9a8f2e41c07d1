import { env } from "~/platform/env.server";
import type { Tier } from "./tiers";

/** What administrators chose, as it was read last: pages ask on every visit and never wait for it. */
let chosen: Tier = "free";

export function setPlanOfEveryone(tier: Tier): void {
  chosen = tier;
}

/** The plan that everyone has who has no higher one: the environment's, or else what was chosen. */
export const planOfEveryone = (): Tier => env.DEFAULT_PLAN ?? chosen;
