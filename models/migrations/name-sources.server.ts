import { inBatches, type Migration } from "./migration.server";

/** A tier without a recorded source is a gift without an end. */
export const nameSources: Migration = {
  name: "name-sources",
  async run(db) {
    const unnamed = { subscriptionTier: { $in: ["tier1", "tier2"] }, plan: { $exists: false } };
    await inBatches(db.collection("users"), unnamed, ({ subscriptionTier, createdAt }) => {
      const gift = { id: "earlier", source: "gift", tier: subscriptionTier, startsAt: createdAt };
      return {
        $set: {
          plan: {
            version: 1,
            settledAt: new Date(),
            nextAt: null,
            grants: [{ ...gift, endsAt: null, paid: null, mark: "" }],
            override: null,
            noticed: [],
            fallback: null,
            usedKeys: [],
            lines: 0,
            changes: [],
          },
        },
      };
    });
  },
};
