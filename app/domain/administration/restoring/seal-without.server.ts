import type { UserRecord } from "#models/user.server";

/** A passkey that was removed since the backup keeps no wrap of a sealed journal, where the seal stays as the backup has it. */
export function sealWithout(
  { sealing }: Pick<UserRecord, "sealing">,
  passkeys: readonly { id: string }[],
): Partial<Pick<UserRecord, "sealing">> {
  if (!sealing?.byPasskey) return {};
  const mayOpen = new Set(passkeys.map(({ id }) => id));
  return {
    sealing: { ...sealing, byPasskey: sealing.byPasskey.filter(({ passkey }) => mayOpen.has(passkey)) },
  };
}
