/** An error of Node's own for a connection that ended in the middle of a request, and for what it had said until then. */
const isOfBrokenConnection = (error: Error): boolean =>
  ("code" in error && error.code === "ECONNRESET" && error.message === "aborted") ||
  ("code" in error && error.code === "HPE_INVALID_EOF_STATE");

/**
 * Node writes out the stack of each connection that breaks and throws it away (`checkError` in its streams), and remix-serve has
 * every stack looked up in source maps: a sixth of what it costs when hundreds leave at once.
 */
export function leaveOutTheirStacks(): void {
  const usual = Error.prepareStackTrace;
  if (!usual) return;
  Error.prepareStackTrace = (error, frames) =>
    isOfBrokenConnection(error) ? String(error) : (usual(error, frames) as unknown);
}
