/** A usage error, reported as one sentence without a stack. */
export class CommandError extends Error {
  override name = "CommandError";
}
