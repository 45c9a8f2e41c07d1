import type { UserRecord } from "#models/user.server";
import { env } from "~/platform/env.server";

/** Whether the provider opens an account beside its password, and can be disconnected. */
export const hasOpeningConnection = ({ atProvider }: Pick<UserRecord, "atProvider">): boolean =>
  atProvider !== null && env.OIDC_ISSUER !== undefined && !env.OIDC_ONLY;
