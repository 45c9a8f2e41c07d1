import { timingSafeEqual } from "node:crypto";
import { HouseModel } from "#models/house.server";
import { UserModel } from "#models/user.server";
import type { SetupInput } from "~/domain/accounts/schema";
import { allowance } from "~/domain/attempts/attempts.server";
import { HOUR } from "~/domain/calendar/durations";
import { keepChoices } from "~/domain/house/house.server";
import { hashToken, randomToken } from "~/platform/signing.server";
import { createAdministrator, FIRST_ADMINISTRATOR } from "./create-administrator.server";

/** Wrong codes an hour from one network, then it is told to wait. */
const MAX_WRONG_CODES = 10;

const hasAdministrator = async () =>
  (await UserModel.exists({ $or: [{ _id: FIRST_ADMINISTRATOR }, { isAdmin: true }] })) !== null;

/**
 * The code of this start, by which the first administrator may come, or null where there is one. Only its hash is kept, in
 * the database: of several processes each knows it, and an earlier start's is over.
 */
export async function newSetupCode(): Promise<string | null> {
  const code = (await hasAdministrator()) ? null : randomToken(16);
  const setupCode = code && hashToken(code);
  if (code) await HouseModel.updateOne({ _id: "house" }, { $set: { setupCode } }, { upsert: true });
  else await HouseModel.updateOne({ _id: "house" }, { $unset: { setupCode: "" } });
  return code;
}

/**
 * Compares a setup code with the stored hash, while there is no administrator. Only wrong codes count towards the limit, after
 * the comparison: the right code, 128 random bits, always works.
 */
export async function opensHouse(
  code: string,
  network: string,
): Promise<{ ok: true } | { ok: false; seconds: number }> {
  const house = await HouseModel.findById("house").select({ setupCode: 1 }).lean();
  if (!house?.setupCode || !code) return { ok: false, seconds: 0 };
  const isRight = timingSafeEqual(Buffer.from(hashToken(code)), Buffer.from(house.setupCode));
  if (isRight) return (await hasAdministrator()) ? { ok: false, seconds: 0 } : { ok: true };
  return { ok: false, seconds: await allowance(`setup|${network}`, MAX_WRONG_CODES, HOUR) };
}

type SetUp = Awaited<ReturnType<typeof createAdministrator>>;

/** Makes the first administrator and the house. Of two at once one comes first, and the other is told nothing. */
export async function setUpHouse({ email, username, password, ...choices }: SetupInput): Promise<SetUp> {
  const made = await createAdministrator({ email, username, password }, { only: true });
  if (!made.ok) return made;
  await HouseModel.updateOne({ _id: "house" }, { $unset: { setupCode: "" } });
  await keepChoices(choices);
  return made;
}
