export const socialLinksWords = {
  instagram: "Instagram",
  facebook: "Facebook",
  youtube: "YouTube",
  hashtag: ": #bestillandknow",
};
