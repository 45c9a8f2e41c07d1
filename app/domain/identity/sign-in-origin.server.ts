import { storedBytes } from "#models/db/stored-bytes.server";
import { SessionModel, type SessionRecord } from "#models/session.server";
import type { SignInMethod } from "~/domain/member/member";
import { deriveKey, open, seal } from "~/platform/encryption.server";
import { hashToken } from "~/platform/signing.server";

/**
 * How a session begins, where it is not with a password. `session`: the provider's name of its own; `idToken`: for leaving
 * there; `authenticatedAt`: when the provider last asked who they are, in ms.
 */
export type SignInOrigin = {
  way: SignInMethod;
  session?: string;
  idToken?: string;
  authenticatedAt?: number;
};

const keyOf = (secret: string) => deriveKey(Buffer.from(secret), "session-id-token");
const associatedDataOf = (id: string) => `sessions|${id}|idToken|1`;
/** Longer ones are not kept: leaving works without, and the provider may ask once more. */
const LONGEST_TOKEN = 8192;

/** Under which name the provider's session is stored with ours. */
export const providerSessionHash = (session: string): string => hashToken(`provider session|${session}`);

type Kept = Pick<SessionRecord, "way" | "providerSession" | "idToken" | "authenticatedAt">;

/** What a session keeps of how it began. */
export function originFields(secret: string, id: string, through: SignInOrigin | undefined): Kept {
  if (!through) return {};
  const { way, session, idToken, authenticatedAt } = through;
  return {
    way,
    ...(authenticatedAt !== undefined && { authenticatedAt: new Date(authenticatedAt) }),
    ...(session && { providerSession: providerSessionHash(session) }),
    ...(idToken &&
      idToken.length <= LONGEST_TOKEN && { idToken: seal(keyOf(secret), idToken, associatedDataOf(id)) }),
  };
}

/** How this session began; null for one that began with a password, or is over. */
export async function originOfSession(secret: string): Promise<SignInOrigin | null> {
  const session = await SessionModel.findById(hashToken(secret)).lean();
  if (!session?.way) return null;
  const { _id, way, idToken, authenticatedAt } = session;
  return {
    way,
    ...(authenticatedAt && { authenticatedAt: authenticatedAt.getTime() }),
    ...(idToken && {
      idToken: open(keyOf(secret), storedBytes(idToken), associatedDataOf(_id)).toString("utf8"),
    }),
  };
}

/**
 * When the member last showed who they are, in this session. A provider may sign in silently, by a session of its own:
 * there its `auth_time` counts, and without that nothing does.
 */
export function provenAt({
  way,
  createdAt,
  authenticatedAt,
}: Pick<SessionRecord, "way" | "createdAt" | "authenticatedAt">): Date | null {
  if (way !== "provider") return createdAt;
  if (!authenticatedAt) return null;
  return authenticatedAt < createdAt ? authenticatedAt : createdAt;
}
