export const redeemFormWords = {
  redeemAKey: "Redeem a key",
  aKeyGivesYouAPlan:
    "A key gives you a plan for some days. When they are over you have your earlier plan again; nothing is charged.",
  key: "Key",
  keyHint: "It looks like SNK-7K2M-4QXV-9RTB. Small letters and spaces do not matter.",
  redeemBusy: "Redeeming...",
  redeem: "Redeem",
};
