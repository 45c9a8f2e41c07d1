import { prayerFeed } from "~/domain/accounts/onboarding/anonymous-prayer.server";
import { textResponse } from "~/http/text-response.server";

export const loader = () => textResponse(prayerFeed(), "application/atom+xml");
