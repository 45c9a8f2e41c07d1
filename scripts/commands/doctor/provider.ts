import { env } from "~/platform/env.server";
import { newFinding, type Finding } from "./finding";

/** Timeout of the sign-in page as well. */
const WITHIN_MS = 2_000;
const WHAT = "Sign-in";

/** Checks that the OpenID Connect provider responds and that its issuer matches the setting. */
export async function checkProvider(): Promise<Finding> {
  const { OIDC_ISSUER } = env;
  if (!OIDC_ISSUER) return newFinding(WHAT, "note", "OIDC_ISSUER is empty: people sign in here alone.");
  const at = OIDC_ISSUER.replace(/\/$/, "") + "/.well-known/openid-configuration";
  const away = (why: string) =>
    newFinding(WHAT, "wrong", `${at} ${why}. Look at OIDC_ISSUER, and whether the provider runs.`);
  try {
    const response = await fetch(at, { redirect: "manual", signal: AbortSignal.timeout(WITHIN_MS) });
    if (response.status !== 200) {
      await response.body?.cancel();
      return away(`answers with ${response.status}`);
    }
    const { issuer } = ((await response.json().catch(() => null)) ?? {}) as { issuer?: unknown };
    if (typeof issuer !== "string" || !URL.canParse(issuer)) return away("does not say who answers there");
    if (new URL(issuer).href === new URL(OIDC_ISSUER).href)
      return newFinding(WHAT, "good", `${OIDC_ISSUER} answers, and calls itself so.`);
    const words = `OIDC_ISSUER is ${OIDC_ISSUER}, but what answers there calls itself ${issuer}. Set OIDC_ISSUER=${issuer}`;
    return newFinding(WHAT, "wrong", words);
  } catch (error) {
    const { name } = error as Error;
    return away(
      name === "TimeoutError" ? "did not answer within two seconds" : "cannot be reached from here",
    );
  }
}
