import { SessionModel } from "#models/session.server";
import { UserModel } from "#models/user.server";
import { allow } from "~/domain/attempts/attempts.server";
import { audit } from "~/domain/audit/log.server";
import { HOUR } from "~/domain/calendar/durations";
import { markOfProviderSession } from "~/domain/identity/sessions/session-through.server";
import { ProviderError, readFarewell } from "~/platform/oidc/tokens.server";
import { keyAtProvider } from "./enter.server";

/** More than the provider's token of someone who has signed out can be. */
const TOKEN_LONGEST = 16_384;

/**
 * The provider says that someone has signed out there: the sessions that began through that one end here, or, where it names
 * only the person, all that began through the provider. Each telling counts once.
 */
export async function endByProvider(token: string): Promise<"ended" | "refused" | "try_again"> {
  if (!token || token.length > TOKEN_LONGEST) return "refused";
  try {
    const { id, issuer, subject, session } = await readFarewell(token);
    if (!(await allow(`provider farewell|${issuer}|${id}`, 1, HOUR))) return "refused";
    const key = subject && keyAtProvider({ issuer, subject });
    const user = key ? await UserModel.findOne({ "atProvider.key": key }).select({ _id: 1 }).lean() : null;
    // Someone who has no account here has no session either.
    if (key && !user) return "ended";
    const concerned = {
      way: "provider" as const,
      ...(user && { userId: user._id }),
      ...(session && { providerSession: markOfProviderSession(session) }),
    };
    const userIds = await SessionModel.distinct("userId", concerned);
    await SessionModel.deleteMany(concerned);
    for (const userId of userIds) await audit({ kind: "provider.signed_out", subjectId: userId });
    return "ended";
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return error.reason === "away" ? "try_again" : "refused";
  }
}
