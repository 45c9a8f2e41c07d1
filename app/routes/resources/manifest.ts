import { currentInstance } from "~/domain/accounts/support/instance.server";
import { manifestOf } from "~/domain/accounts/support/public-pages";
import { textResponse } from "~/http/responses.server";

export const loader = () =>
  textResponse(JSON.stringify(manifestOf(currentInstance()), null, 2), "application/manifest+json");
