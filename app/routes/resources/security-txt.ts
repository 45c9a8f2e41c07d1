import { CRAWLER_FILES } from "~/domain/accounts/support/instance.server";
import { textResponse } from "~/http/responses.server";

export const loader = () => textResponse(CRAWLER_FILES.security(), "text/plain");
