import { pino, type Logger } from "pino";
import { env } from "./env.server";
import { requestContext } from "./request-context.server";

/**
 * The log: one JSON object per line on standard output, formatted on a terminal. Every line has an `event`. It never
 * contains a query string, cookie, token, password, email address or journal text, except in `mail.printed`, for emails
 * printed because no SMTP server is configured.
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

async function createTerminalLogger(): Promise<Logger> {
  const { default: pretty } = await import("pino-pretty");
  return pino(options, pretty({ colorize: true, ignore: "pid,hostname", messageKey: "event", sync: true }));
}

const logger: Logger = process.stdout.isTTY
  ? await createTerminalLogger()
  : pino({ ...options, messageKey: "message" });

type Fields = Record<string, unknown>;

function describeError(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: "not an Error" };
  return { error: error.name, message: error.message, stack: error.stack };
}

export const log = {
  debug: (event: string, fields: Fields = {}) => logger.debug({ event, ...fields }),
  info: (event: string, fields: Fields = {}) => logger.info({ event, ...fields }),
  warn: (event: string, fields: Fields = {}) => logger.warn({ event, ...fields }),
  error: (event: string, error: unknown, fields: Fields = {}) =>
    logger.error({ event, ...describeError(error), ...fields }),
};
