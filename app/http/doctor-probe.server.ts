import { isSigned, sign } from "~/platform/signing.server";

/** Set by our own server hook for every request: how many proxies say that they passed it on. */
export const PROXIES_HEADER = "x-proxies-passed";

/**
 * `npm run doctor` asks through PUBLIC_ORIGIN whether it leads here: a question that only a holder of this house's secrets can
 * ask, and an answer that only one can give. For everyone else /healthz says nothing more.
 */
export function answerDoctorProbe({ url, headers }: Request): string | null {
  const [nonce = "", signature = ""] = (new URL(url).searchParams.get("doctor") ?? "").split(".");
  if (!/^[\w-]{22}$/.test(nonce) || !isSigned("doctor asks", nonce, signature)) return null;
  const proxies = headers.get(PROXIES_HEADER) ?? "0";
  return `${proxies}.${sign("doctor is told", `${nonce} ${proxies}`)}`;
}
