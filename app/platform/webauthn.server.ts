import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";

/** Loaded on the first use of a passkey. */
const load = () => import("@simplewebauthn/server");

/** EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257];

/** The expected origin of a response, and whether its challenge was recently issued to this browser. */
export type PasskeyExpectation = { origin: string; isIssuedChallenge: (challenge: string) => boolean };

/** The part of a verified passkey that later sign-ins are checked against. */
export type VerifiedPasskey = { id: string; publicKey: Uint8Array; counter: number };

/** The response does not prove a passkey; `message` gives the reason for the log. */
export class PasskeyError extends Error {
  override name = "PasskeyError";
}

/**
 * Input of the PRF extension, not secret and equal for all accounts, because a sign-in does not know the account yet. Each
 * passkey computes its own output. If it changed, no passkey could unwrap the keys that were wrapped before.
 */
const PRF_INPUT = Buffer.from("still-and-know|sealed-journal|1").toString("base64url");

const relyingPartyId = (origin: string): string => new URL(origin).hostname;

/** Options for creating a discoverable passkey with user verification; `known` are the account's passkeys. */
export function creationOptions(
  { origin, challenge, siteName }: { origin: string; challenge: string; siteName: string },
  user: { handle: string; email: string; name: string },
  known: readonly { id: string; transports: readonly string[] }[],
  timeout: number,
) {
  return {
    challenge,
    timeout,
    rp: { id: relyingPartyId(origin), name: siteName },
    user: { id: user.handle, name: user.email, displayName: user.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key" as const, alg })),
    excludeCredentials: known.map(({ id, transports }) => ({ type: "public-key" as const, id, transports })),
    authenticatorSelection: {
      residentKey: "required" as const,
      requireResidentKey: true,
      userVerification: "required" as const,
    },
    attestation: "none" as const,
    // Some authenticators support PRF only for passkeys created with it.
    extensions: { prf: {} },
  };
}

/** Options for signing in with any discoverable passkey, or only with those in `only`. */
export const requestOptions = (
  origin: string,
  challenge: string,
  timeout: number,
  only: readonly { id: string; transports: readonly string[] }[] = [],
) => ({
  challenge,
  timeout,
  rpId: relyingPartyId(origin),
  userVerification: "required" as const,
  allowCredentials: only.map(({ id, transports }) => ({ type: "public-key" as const, id, transports })),
  extensions: { prf: { eval: { first: PRF_INPUT } } },
});

/** Turns every failure of the library, and of parsing untrusted responses, into a PasskeyError. */
async function verify<T extends { verified: boolean }>(check: () => Promise<T>): Promise<T> {
  let result: T;
  try {
    result = await check();
  } catch (error) {
    throw new PasskeyError(String(error).slice(0, 200));
  }
  if (!result.verified) throw new PasskeyError("The signature is invalid.");
  return result;
}

/**
 * Verifies the registration of a new passkey. Attestation certificates are neither requested nor accepted: verifying one
 * would fetch URLs named in it. @throws PasskeyError
 */
export async function checkNewPasskey(
  response: Omit<RegistrationResponseJSON, "clientExtensionResults">,
  { origin, isIssuedChallenge }: PasskeyExpectation,
): Promise<VerifiedPasskey> {
  const { verifyRegistrationResponse } = await load();
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  const result = await verify(async () => {
    const object = decodeAttestationObject(Buffer.from(response.response.attestationObject, "base64url"));
    const fmt = object.get("fmt");
    const isSelfSigned = fmt === "packed" && object.get("attStmt").get("x5c") === undefined;
    if (fmt !== "none" && !isSelfSigned)
      throw new PasskeyError("The attestation has a certificate that was not requested.");
    return verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: isIssuedChallenge,
      expectedOrigin: origin,
      expectedRPID: relyingPartyId(origin),
      supportedAlgorithmIDs: ALGORITHMS,
    });
  });
  const { registrationInfo } = result;
  if (!registrationInfo || registrationInfo.credential.id !== response.id)
    throw new PasskeyError("The credential ids differ.");
  const { id, publicKey, counter } = registrationInfo.credential;
  return { id, publicKey, counter };
}

/**
 * Verifies a sign-in with a passkey. @returns the signature counter; the caller compares it with the stored one
 * @throws PasskeyError
 */
export async function checkPasskey(
  response: Omit<AuthenticationResponseJSON, "clientExtensionResults">,
  { id, publicKey }: Pick<VerifiedPasskey, "id" | "publicKey">,
  { origin, isIssuedChallenge }: PasskeyExpectation,
): Promise<number> {
  const { verifyAuthenticationResponse } = await load();
  const { authenticationInfo } = await verify(() =>
    verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: isIssuedChallenge,
      expectedOrigin: origin,
      expectedRPID: relyingPartyId(origin),
      credential: { id, publicKey: new Uint8Array(publicKey), counter: -1 },
    }),
  );
  return authenticationInfo.newCounter;
}
