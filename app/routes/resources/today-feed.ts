import { prayerFeed } from "~/domain/accounts/onboarding/anonymous-prayer.server";
import { textResponse } from "~/http/responses.server";

export const loader = () => textResponse(prayerFeed(), "application/atom+xml");
