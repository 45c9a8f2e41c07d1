import { expect } from "vitest";
import { UserModel, type UserRecord } from "#models/user.server";
import { createSignedIn } from "#tests/factories/user";
import { answer, post, visit, type Answered } from "#tests/support/request";
import { startSession } from "~/domain/identity/sessions.server";
import { memberFrom } from "~/domain/member/current-member.server";
import type { Member } from "~/domain/member/member";
import { setClock } from "~/platform/clock";

/** Loader data of any page, without a type. */
// oxlint-disable-next-line typescript/no-explicit-any -- each page has its own shape
export type Page = any;
export type Fields = Record<string, string | readonly string[]>;
export type MemberSession = { user: UserRecord; member: Member; session: string };

type Args = Awaited<ReturnType<typeof visit>>;
type Params = Args["params"];
type Opened = { loader: (args: Args) => unknown };
type Sent = { action: (args: Args) => unknown };

let current: MemberSession;

/** Signs in a new member. */
export async function createSession(overrides: Partial<UserRecord> = {}): Promise<MemberSession> {
  const { user, secret } = await createSignedIn(overrides);
  return { user, member: memberFrom(user), session: secret };
}

/** Signs in a new member, whose session `see` and `send` use unless another is given. */
export const signIn = async (overrides: Partial<UserRecord> = {}): Promise<MemberSession> =>
  (current = await createSession(overrides));

/** Sets the clock and signs the member in again, because a session expires within hours. */
export async function signInAt(moment: string): Promise<void> {
  setClock(() => new Date(moment));
  const { secret } = await startSession(current.user, { remember: false, device: "Test" });
  current.session = secret;
}

/** The stored member. */
export async function readMember(): Promise<Member> {
  return memberFrom((await UserModel.findById(current.user._id).lean()) as UserRecord);
}

/** Changes fields of the stored member. */
export const updateMember = (changes: Record<string, unknown>) =>
  UserModel.updateOne({ _id: current.user._id }, { $set: changes });

/** Opens a page. */
export async function see(
  route: Opened,
  path: string,
  params: Params = {},
  { session }: Pick<MemberSession, "session"> = current,
): Promise<Answered & { page: Page }> {
  const args = await visit(path, { session, params });
  const answered = await answer(() => route.loader(args));
  return { ...answered, page: answered.data as Page };
}

/** Sends a form. */
export async function send(
  route: Sent,
  path: string,
  fields: Fields,
  params: Params = {},
  { session }: Pick<MemberSession, "session"> = current,
): Promise<Answered> {
  const args = await post(path, fields, { session, params });
  const sent = await answer(() => route.action(args));
  expect(sent.status, JSON.stringify(sent.data)).toBeLessThan(500);
  return sent;
}

type Refused = { lastResult: { error?: Record<string, string[]>; initialValue: Record<string, string> } };

/** The messages of a refused form by field. */
export const errorsIn = ({ data }: Answered) => (data as Refused).lastResult.error ?? {};

/** The input that a refused form shows again. */
export const inputIn = ({ data }: Answered) => (data as Refused).lastResult.initialValue;
