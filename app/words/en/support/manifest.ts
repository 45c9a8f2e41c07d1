export const manifestWords = {
  stillAndKnow: "Still and Know",
  stillKnow: "Still & Know",
  stillAndKnowDescription: "A private journal for a few quiet minutes with God, morning and evening.",
  morningReflection: "Morning reflection",
  eveningReflection: "Evening reflection",
  aFreePage: "A free page",
};
