import { readFileSync } from "node:fs";
import path from "node:path";
import mongoose from "mongoose";
import type { PromptSet } from "~/domain/journal/kinds";
import type { Tier } from "~/domain/plans/tiers";

/** Gives a person of the browser tests a plan, where the pages for it are not what is tested. */
export async function givePlan(email: string, subscriptionTier: Tier, set: PromptSet): Promise<void> {
  const uri = readFileSync(path.join(process.env.E2E_DATA_DIR ?? "", "mongodb.uri"), "utf8").trim();
  const connection = await mongoose.createConnection(uri).asPromise();
  try {
    const { matchedCount } = await connection
      .collection("users")
      .updateOne({ emailKey: email.toLowerCase() }, { $set: { subscriptionTier, promptSetPreference: set } });
    if (matchedCount !== 1) throw new Error(`Nobody is registered as ${email}.`);
  } finally {
    await connection.close();
  }
}
