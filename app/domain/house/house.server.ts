import { HouseModel } from "#models/house.server";
import { audit } from "~/domain/audit/log.server";
import type { Member } from "~/domain/member/member";
import { choicesFrom, type HouseChoices } from "./choices";
import { fixedNames, setKeptChoices } from "./house-now.server";

const ID = "house";

/** Reads what was chosen: at the start, each minute because another process may have changed it, and after a change here. */
export async function refreshHouse(): Promise<void> {
  setKeptChoices(choicesFrom((await HouseModel.findById(ID).lean()) ?? {}));
}

/** Keeps what was chosen, but for what the environment says. */
export async function saveHouse(administrator: Member, choices: Partial<HouseChoices>): Promise<void> {
  await keepChoices(choices);
  await audit({ kind: "admin.house_changed", actorId: administrator.id });
}

/** The same before there is an administrator. */
export async function keepChoices(choices: Partial<HouseChoices>): Promise<void> {
  const fixed = fixedNames();
  const chosen = Object.entries(choicesFrom(choices)).filter(([name]) => !fixed.includes(name));
  if (chosen.length > 0)
    await HouseModel.updateOne({ _id: ID }, { $set: Object.fromEntries(chosen) }, { upsert: true });
  await refreshHouse();
}
