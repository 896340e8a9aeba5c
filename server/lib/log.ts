import { pino, type Logger } from 'pino';
import { isOutage } from './database-errors.ts';
import { createRedaction, type Known } from './redact.ts';

export type Log = Logger;

/** How much is buffered before it is written, in bytes, and how long a line waits at most, in milliseconds. */
const BATCH_BYTES = 12_288;
const FLUSH_EVERY_MS = 500;

/**
 * For request lines, whose fields are known to be harmless. Lines are written in batches, the last ones on exit: a
 * system call for each, and a search for secrets in each, would cost a quarter of what a page does.
 */
export function createRequestLines(level: string): Log {
  const destination = pino.destination({ sync: false, minLength: BATCH_BYTES, periodicFlush: FLUSH_EVERY_MS });
  return pino({ level, base: undefined }, destination);
}

/** How many causes of an error are logged. */
const MAX_CAUSES = 3;

/**
 * What is logged of an error: its message without secrets (`redact.ts`), where it happened, and its causes. An outage
 * of the database has no stack: every request would log one, and none would help.
 */
export function describeError(error: unknown, redact: (message: string) => string, depth = 0): object {
  if (!(error instanceof Error)) return { name: typeof error };
  return {
    name: error.name,
    code: 'code' in error ? error.code : undefined,
    message: redact(error.message),
    stack: depth > 0 || isOutage(error) ? undefined : stackWithoutMessage(error),
    cause:
      error.cause instanceof Error && depth < MAX_CAUSES && error.cause.message !== error.message
        ? describeError(error.cause, redact, depth + 1)
        : undefined,
  };
}

type Redaction = { secrets: string[]; redact: (message: string) => string };
const redactions = new WeakMap<Log, Redaction>();

/** What this log would say about an error, for places other than the log that an operator reads. */
export const describeFor = (log: Log, error: unknown): object =>
  describeError(error, redactions.get(log)?.redact ?? createRedaction({ secrets: [], names: [] }));

/** From now on, this log hides another secret. */
export const hideSecret = (log: Log, secret: string): void => void redactions.get(log)?.secrets.push(secret);

/**
 * JSON lines on stdout. Callers log ids, codes and counts: never an address, a message text or a token. Known secrets
 * are removed from the messages of errors.
 */
export function createLog(level: string, known: Known = { secrets: [], names: [] }): Log {
  const secrets = [...known.secrets];
  const redact = createRedaction({ ...known, secrets });
  const log = pino({
    level,
    base: undefined,
    // A second line of defense, in case an object slips through.
    redact: {
      paths: [
        'password',
        'token',
        'email',
        'text',
        'content',
        'authorization',
        'cookie',
        '*.password',
        '*.token',
        '*.email',
        '*.authorization',
        '*.cookie',
      ],
      remove: true,
    },
    serializers: { err: (error: unknown) => describeError(error, redact) },
  });
  redactions.set(log, { secrets, redact });
  return log;
}

/** The frames of the stack. Its first lines repeat the message. */
function stackWithoutMessage(error: Error): string {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .join('\n');
}
