export const revokeKeyWords = {
  pageTitle: "Revoke a key · Still and Know",
  redeemedOf: ({ redeemed, maxRedemptions }: { redeemed: number; maxRedemptions: number }) =>
    `${redeemed} of ${maxRedemptions}`,
  revokeThisKey: "Revoke this key?",
  revokeThisKeyIntro: "No one can redeem it any more. Anyone who has redeemed it keeps their days.",
  key: "Key",
  gives: "Gives",
  planForDays: ({ plan, days }: { plan: string; days: number }) => `${plan}, ${days} days`,
  redeemed: "Redeemed",
  note: "Note",
  revokeTheKeyBusy: "One moment…",
  revokeTheKey: "Revoke the key",
  goBack: "Go back",
};
