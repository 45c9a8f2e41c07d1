import { t } from "~/i18n/t";
import * as paths from "~/paths";
import { decodeBase64url, encodeBase64url } from "./base64url";

/**
 * Creates and uses passkeys with the options that the server sends as JSON. The JSON is converted by hand, because
 * `parseCreationOptionsFromJSON` is missing in some browsers with passkeys.
 */

/** Whether passkeys work here: they need a secure context and a domain name, not an IP address. */
export const supportsPasskeys = (): boolean =>
  window.isSecureContext &&
  "PublicKeyCredential" in window &&
  !/^[\d.]+$|:/.test(window.location.hostname.replace(/^\[|\]$/g, ""));

/** Whether passkeys can appear in the autofill of a field. */
export const supportsPasskeyAutofill = async (): Promise<boolean> =>
  supportsPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;

type PasskeyError = { message: string; errors?: Record<string, string[]> };
/** Redirect or error of the server; null if the user cancelled. */
export type PasskeyOutcome = { location: string } | PasskeyError | null;

const UNREACHABLE: PasskeyError = {
  message: t("Unable to reach the server. Please check your internet connection."),
};

async function send<T>(address: string, body: object, signal?: AbortSignal): Promise<T | PasskeyError> {
  const response = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
  }).catch(() => null);
  const reply = (await response?.json().catch(() => null)) as T | PasskeyError | null | undefined;
  return reply ?? UNREACHABLE;
}

/** The message about a failed passkey prompt. Null when the user cancelled or the prompt timed out. */
function describePasskeyError(error: unknown): PasskeyError | null {
  if (!(error instanceof DOMException)) throw error;
  if (error.name === "InvalidStateError")
    return { message: t("This device has a passkey for your account already.") };
  return error.name === "NotAllowedError" || error.name === "AbortError"
    ? null
    : { message: t("Your browser cannot use a passkey here.") };
}

type CredentialDescriptor = { id: string; type: "public-key"; transports?: AuthenticatorTransport[] };
type CreationOptions = Omit<
  PublicKeyCredentialCreationOptions,
  "challenge" | "user" | "excludeCredentials"
> & {
  challenge: string;
  user: { id: string; name: string; displayName: string };
  excludeCredentials: CredentialDescriptor[];
};
type RequestOptions = Omit<
  PublicKeyCredentialRequestOptions,
  "challenge" | "allowCredentials" | "extensions"
> & {
  challenge: string;
  allowCredentials: CredentialDescriptor[];
  /** Salt of the PRF extension, which yields the key of a sealed journal. */
  extensions: { prf: { eval: { first: string } } };
};

const credentialJson = ({ id, type }: PublicKeyCredential, response: object) => ({
  id,
  rawId: id,
  type,
  response,
});

/** Creates a passkey on this or another device and registers it with the server. */
export async function registerPasskey(name: string, currentPassword: string): Promise<PasskeyOutcome> {
  const options = await send<CreationOptions>(paths.apiPasskeysOptions(), { name, currentPassword });
  if ("message" in options) return options;
  try {
    const credential = (await navigator.credentials.create({
      publicKey: {
        ...options,
        challenge: decodeBase64url(options.challenge),
        user: { ...options.user, id: decodeBase64url(options.user.id) },
        excludeCredentials: options.excludeCredentials.map((key) => ({
          ...key,
          id: decodeBase64url(key.id),
        })),
      },
    })) as PublicKeyCredential;
    const response = credential.response as AuthenticatorAttestationResponse;
    return await send<{ location: string }>(paths.apiPasskeys(), {
      name,
      credential: credentialJson(credential, {
        clientDataJSON: encodeBase64url(response.clientDataJSON),
        attestationObject: encodeBase64url(response.attestationObject),
        transports: response.getTransports?.() ?? [],
      }),
    });
  } catch (error) {
    return describePasskeyError(error);
  }
}

type PromptOptions = { mediation?: "conditional"; signal?: AbortSignal };

/**
 * Requests an assertion, and the PRF output for a sealed journal where supported. The PRF output is sent once and
 * never stored.
 */
async function requestProof(options: RequestOptions, prompt: PromptOptions): Promise<object> {
  const credential = (await navigator.credentials.get({
    publicKey: {
      ...options,
      challenge: decodeBase64url(options.challenge),
      allowCredentials: options.allowCredentials.map((key) => ({ ...key, id: decodeBase64url(key.id) })),
      extensions: { prf: { eval: { first: decodeBase64url(options.extensions.prf.eval.first) } } },
    },
    ...prompt,
  })) as PublicKeyCredential;
  const response = credential.response as AuthenticatorAssertionResponse;
  const prfOutput = credential.getClientExtensionResults().prf?.results?.first;
  return {
    credential: credentialJson(credential, {
      clientDataJSON: encodeBase64url(response.clientDataJSON),
      authenticatorData: encodeBase64url(response.authenticatorData),
      signature: encodeBase64url(response.signature),
      userHandle: response.userHandle ? encodeBase64url(response.userHandle) : "",
    }),
    ...(prfOutput instanceof ArrayBuffer && { computed: encodeBase64url(prfOutput) }),
  };
}

type SignInOptions = PromptOptions & { signal: AbortSignal; form: () => object };

/** Signs in with a passkey. `conditional` waits for a choice in the autofill of the email field. */
export async function signInWithPasskey({ form, ...prompt }: SignInOptions): Promise<PasskeyOutcome> {
  const { mediation, signal } = prompt;
  const options = await send<RequestOptions>(paths.apiAuthPasskeyOptions(), {}, signal);
  // Errors are shown only for a request that the user started.
  const visibleError = (refusal: PasskeyError | null) => (mediation || signal.aborted ? null : refusal);
  if ("message" in options) return visibleError(options);
  try {
    const proof = await requestProof(options, prompt);
    return await send<{ location: string }>(paths.apiAuthPasskey(), { ...form(), ...proof });
  } catch (error) {
    return visibleError(describePasskeyError(error));
  }
}

/** Lets one passkey decrypt the sealed journal as well. */
export async function allowJournalPasskey(
  passkeyId: string,
  currentPassword: string,
): Promise<PasskeyOutcome> {
  const options = await send<RequestOptions>(paths.apiPasskeysJournalOptions(), {
    passkeyId,
    currentPassword,
  });
  if ("message" in options) return options;
  try {
    return await send<{ location: string }>(paths.apiPasskeysJournal(), await requestProof(options, {}));
  } catch (error) {
    return describePasskeyError(error);
  }
}

export async function unlockWithPasskey(owner: string): Promise<{ state: string } | PasskeyError | null> {
  const options = await send<RequestOptions>(paths.apiAuthPasskeyOptions(), {});
  if ("message" in options) return options;
  try {
    const proof = await requestProof(options, {});
    return await send<{ state: string }>(paths.apiLock(), { ...proof, intent: "passkey", owner });
  } catch (error) {
    return describePasskeyError(error);
  }
}
