import { isOpenHouse } from "~/domain/plans/billing/open-house.server";
import { env } from "~/platform/env.server";
import type { House } from "./house";

/** What the operator has made of this place: read from the settings at every visit, which costs nothing. */
export function thisHouse(): House {
  return {
    name: env.HOUSE_NAME ?? "",
    isOpen: isOpenHouse(),
    registration: env.REGISTRATION,
    social: {
      instagram: env.SOCIAL_INSTAGRAM ?? null,
      facebook: env.SOCIAL_FACEBOOK ?? null,
      youtube: env.SOCIAL_YOUTUBE ?? null,
    },
  };
}
