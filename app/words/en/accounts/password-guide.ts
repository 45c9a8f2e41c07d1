export const passwordGuideWords = {
  passwordStrength: "Password strength: <strength><label/></strength>",
  met: "(met)",
};
