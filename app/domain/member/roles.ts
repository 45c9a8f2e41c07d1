/** Whom nobody can take the administrators' area from. */
export const isFirstAdministrator = (id: number): boolean => id === 1;

/** The one place that says who is an administrator: user id 1, or the flag. */
export function isAdministrator(user: { id: number; isAdmin: boolean }): boolean {
  return isFirstAdministrator(user.id) || user.isAdmin;
}
