import { fixedNames, houseChoices } from "~/domain/house/house-now.server";
import { isOpenHouse } from "~/domain/plans/billing/open-house.server";
import { env } from "~/platform/env.server";
import { sendsMail } from "~/platform/mail/transport.server";
import type { House } from "./house";
import { welcomeState } from "./welcome.server";

/** What was chosen for the house, and the names of what the server itself says. */
export const houseAsChosen = () => ({
  choices: houseChoices(),
  fixed: [...fixedNames(), ...(welcomeState() === "good" ? ["welcome"] : [])],
});

/** What the operator has made of this place: read at every visit from memory, which costs nothing. */
export function thisHouse(): House {
  const { houseName, registration } = houseChoices();
  return {
    name: houseName,
    isOpen: isOpenHouse(),
    registration,
    sendsMail: sendsMail(),
    provider: providerOfHouse(),
    social: {
      instagram: env.SOCIAL_INSTAGRAM ?? null,
      facebook: env.SOCIAL_FACEBOOK ?? null,
      youtube: env.SOCIAL_YOUTUBE ?? null,
    },
  };
}

/** Without a name of its own it is called by its address. */
function providerOfHouse(): House["provider"] {
  const { OIDC_ISSUER, OIDC_NAME, OIDC_ONLY, OIDC_REGISTRATION } = env;
  if (!OIDC_ISSUER) return null;
  return {
    name: OIDC_NAME ?? new URL(OIDC_ISSUER).host,
    isOnly: OIDC_ONLY,
    registration: OIDC_REGISTRATION ?? houseChoices().registration,
  };
}
