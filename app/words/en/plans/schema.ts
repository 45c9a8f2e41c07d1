export const schemaWords = {
  pleaseChooseAPlan: "Please choose a plan.",
  pleaseNameFreeTier1OrTier2: "Please send free, tier1 or tier2.",
  pleaseTypeYourKey: "Please type your key.",
  thatIsNoKey: "That is not a valid key.",
};
