import { prayerFeed } from "~/domain/onboarding/prayer-feed.server";
import { publicFile } from "~/http/public-file.server";

export const loader = () => publicFile(prayerFeed(), "application/atom+xml");
