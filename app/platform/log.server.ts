import { pino, type Logger } from "pino";
import { env } from "./env.server";
import { requestContext } from "./request-context.server";

/**
 * The log: one JSON object a line on standard output, pretty on a terminal. Every line carries `event`.
 * Never a query string, cookie, token, password, e-mail address or journal text; the only exception is mail that is
 * printed because no SMTP server is configured (`mail.printed`).
 */
const options = {
  level: env.LOG_LEVEL,
  base: undefined,
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (label: string) => ({ level: label }) },
  mixin: () => {
    const context = requestContext.getStore();
    return context ? { requestId: context.id } : {};
  },
};

/** For anyone watching; a service manager's log is never read by eye as it is written. */
async function forTerminal(): Promise<Logger> {
  const { default: pretty } = await import("pino-pretty");
  return pino(options, pretty({ colorize: true, ignore: "pid,hostname", messageKey: "event", sync: true }));
}

const logger: Logger = process.stdout.isTTY
  ? await forTerminal()
  : pino({ ...options, messageKey: "message" });

type Fields = Record<string, unknown>;

/** The name, message and place of an error, without values that users typed. */
function describe(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: "not an Error" };
  return { error: error.name, message: error.message, stack: error.stack };
}

export const log = {
  debug: (event: string, fields: Fields = {}) => logger.debug({ event, ...fields }),
  info: (event: string, fields: Fields = {}) => logger.info({ event, ...fields }),
  warn: (event: string, fields: Fields = {}) => logger.warn({ event, ...fields }),
  error: (event: string, error: unknown, fields: Fields = {}) =>
    logger.error({ event, ...describe(error), ...fields }),
};
