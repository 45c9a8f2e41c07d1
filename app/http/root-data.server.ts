import type { Theme } from "~/domain/accounts/member";
import { failureOf } from "~/domain/operations/failures.server";
import { currentMember } from "./session.server";

/** The signed-in person as the document's frame shows them: public fields only. */
export type Viewer = {
  id: number;
  username: string;
  firstName: string;
  lastName: string;
  email: string;
  isAdmin: boolean;
};
export type RootData = { viewer: Viewer | null; theme: Theme; season: string };

/** With the database away the frame is that of a stranger, so that error pages can still be shown. */
export async function rootData(request: Request): Promise<RootData> {
  try {
    const member = await currentMember(request);
    if (!member) return { viewer: null, theme: "system", season: "ordinary" };
    const { id, username, firstName, lastName, email, isAdmin, theme } = member;
    return { viewer: { id, username, firstName, lastName, email, isAdmin }, theme, season: "ordinary" };
  } catch (error) {
    if (!failureOf(error)) throw error;
    return { viewer: null, theme: "system", season: "ordinary" };
  }
}
