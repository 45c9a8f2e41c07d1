import { TrialKeyModel } from "#models/trial-key.server";
import { listTrialKeys, type TrialKeyLine } from "~/domain/plans/trial-keys/list-trial-keys.server";
import { maskedKey, type KeyState } from "~/domain/plans/trial-keys/trial-key";

/** All keys in a state, or all there are, a page at a time, newest first. */
export async function* everyTrialKey(state: KeyState | undefined): AsyncGenerator<TrialKeyLine[]> {
  let before: string | undefined;
  do {
    const { keys, older } = await listTrialKeys({ state, before, limit: 500 });
    if (keys.length > 0) yield keys;
    before = older ?? undefined;
  } while (before !== undefined);
}

/** One key, for the page that asks before it is revoked. */
export async function readTrialKey(id: string) {
  const record = await TrialKeyModel.findById(id).lean();
  if (!record) return null;
  const { last4, tier, days, redemptions, maxRedemptions, note } = record;
  return { id, masked: maskedKey(last4), tier, days, redeemed: redemptions.length, maxRedemptions, note };
}
