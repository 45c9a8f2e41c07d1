export const redeemFormWords = {
  redeemAKey: "Redeem a key",
  aKeyGivesYouAPlan:
    "A key gives you a plan for some days. After that you have your earlier plan again; nothing is charged.",
  key: "Key",
  keyHint: "It looks like SNK-7K2M-4QXV-9RTB. Lower case and spaces do not matter.",
  redeemBusy: "Redeeming…",
  redeem: "Redeem",
};
