import { runOnce } from "~/domain/operations/run-once.server";
import type { NewKeys } from "~/domain/plans/trial-keys/trial-key";
import { createTrialKeys } from "~/domain/plans/trial-keys/trial-keys.server";

/**
 * Makes a batch of keys once for each form: the same form sent twice gets the same keys again, which rest sealed until then
 * with what only that form knows. A form without a number makes a batch each time.
 */
export async function createKeysOnce(
  actor: { id: number },
  submission: string | undefined,
  input: NewKeys,
): Promise<string[]> {
  const create = async () => (await createTrialKeys(actor, input)).keys;
  if (!submission) return create();
  const outcome = await runOnce(`trial-keys|${submission}`, JSON.stringify(input), async () => {
    const keys = await create();
    return { result: keys, keep: keys };
  });
  return "result" in outcome ? outcome.result : outcome.kept;
}
