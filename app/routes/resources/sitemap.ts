import { CRAWLER_FILES } from "~/domain/accounts/support/crawler-files.server";
import { textResponse } from "~/http/text-response.server";

export const loader = () => textResponse(CRAWLER_FILES.sitemap(), "application/xml");
