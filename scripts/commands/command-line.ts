import { createInterface } from "node:readline/promises";

/** A usage error, reported as one sentence without a stack. */
export class CommandError extends Error {
  override name = "CommandError";
}

/** A password from standard input, never from the command line, where others can read it. */
export async function readPassword(fromStandardInput: boolean, usage: string): Promise<string> {
  if (!fromStandardInput && !process.stdin.isTTY)
    throw new CommandError(`No terminal to ask for a password.\n${usage}`);
  const lines = createInterface({
    input: process.stdin,
    output: process.stdin.isTTY ? process.stderr : undefined,
  });
  try {
    if (process.stdin.isTTY) return await askHidden(lines);
    for await (const line of lines) return line;
    return "";
  } finally {
    lines.close();
  }
}

/** Asks without showing what is typed. */
async function askHidden(lines: ReturnType<typeof createInterface>): Promise<string> {
  process.stderr.write("Password: ");
  const write = process.stderr.write.bind(process.stderr);
  process.stderr.write = () => true;
  try {
    return await lines.question("");
  } finally {
    process.stderr.write = write;
    process.stderr.write("\n");
  }
}
