/** The one place that says who is an administrator: user id 1, or the flag. */
export function isAdministrator(user: { id: number; isAdmin: boolean }): boolean {
  return user.id === 1 || user.isAdmin;
}
