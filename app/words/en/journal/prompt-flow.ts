export const promptFlowWords = {
  morningReflection: "Morning reflection",
  eveningReflection: "Evening reflection",
};
