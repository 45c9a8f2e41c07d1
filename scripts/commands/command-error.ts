/** A mistake in the words of a command: told in one sentence, without a stack. */
export class CommandError extends Error {
  override name = "CommandError";
}
