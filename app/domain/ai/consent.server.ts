import { UserModel } from "#models/user.server";
import {
  consentAfter,
  covers,
  NO_CONSENT,
  type AiConsent,
  type AiFeature,
} from "~/domain/member/preferences";
import { aiEndpoint } from "~/platform/ai/endpoint.server";
import { now } from "~/platform/clock";

/** `off`: there is no endpoint; `ask`: the person has not agreed to this endpoint and text; `given`: it may be used. */
export type AiAccess = { state: "off" } | { state: "ask" | "given"; host: string; model: string };

/** The state of a feature, for a page. */
export function aiAccessOf(consent: AiConsent, feature: AiFeature): AiAccess {
  const endpoint = aiEndpoint();
  if (!endpoint) return { state: "off" };
  const { host, model } = endpoint;
  return { state: covers(consent, feature, host) ? "given" : "ask", host, model };
}

/** The same as the database has it this moment: a consent that was withdrawn a second ago counts as withdrawn. */
export async function readAiAccess(userId: number, feature: AiFeature): Promise<AiAccess> {
  return aiAccessOf(await readConsent(userId), feature);
}

async function readConsent(userId: number): Promise<AiConsent> {
  const user = await UserModel.findById(userId, { aiConsent: 1 }).lean();
  return { ...NO_CONSENT, ...user?.aiConsent };
}

export type ConsentResult = { ok: true } | { ok: false; code: "no_endpoint" | "another_host" };

/**
 * Keeps a person's word on a feature. `host` is the one that they were shown: if the operator has changed it since, they
 * are asked again. Withdrawing always works.
 */
export async function setConsent(
  userId: number,
  feature: AiFeature,
  answer: { given: true; host: string } | { given: false },
): Promise<ConsentResult> {
  const endpoint = aiEndpoint();
  if (!answer.given) {
    await UserModel.updateOne(
      { _id: userId },
      { $set: { [`aiConsent.${feature}`]: false, "aiConsent.at": now() } },
    );
    return { ok: true };
  }
  if (!endpoint) return { ok: false, code: "no_endpoint" };
  if (endpoint.host !== answer.host) return { ok: false, code: "another_host" };
  const before = await readConsent(userId);
  const next = consentAfter(before, { feature, given: true, host: endpoint.host, at: now() });
  // Only what was said is written where the rest still counts, so that a withdrawal in between stays one.
  const isSame = before.version === next.version;
  await UserModel.updateOne(
    { _id: userId },
    { $set: isSame ? { [`aiConsent.${feature}`]: true, "aiConsent.at": next.at } : { aiConsent: next } },
  );
  return { ok: true };
}
