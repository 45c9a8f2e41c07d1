export const userStateWords = {
  active: "Active",
  locked: "Locked",
  beingDeleted: "Being deleted",
  notVerified: "Not verified",
  administrator: "Administrator",
};
