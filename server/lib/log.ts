import { pino, type Logger } from 'pino';

export type Log = Logger;

/** How much is buffered before it is written, in bytes, and how long a line waits at most, in milliseconds. */
const BATCH_BYTES = 12_288;
const FLUSH_EVERY_MS = 500;

/**
 * For request lines, whose fields are known to be harmless. Lines are written in batches, the last ones on exit: a system call for each,
 * and a search for secrets in each, would cost a quarter of what a page does.
 */
export function createRequestLines(level: string): Log {
  const destination = pino.destination({ sync: false, minLength: BATCH_BYTES, periodicFlush: FLUSH_EVERY_MS });
  return pino({ level, base: undefined }, destination);
}

/** JSON lines on stdout. Callers log ids, codes and counts: never an address, a message text or a token. */
export function createLog(level: string): Log {
  return pino({
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
    serializers: {
      err: (error: unknown) =>
        error instanceof Error
          ? { name: error.name, code: 'code' in error ? error.code : undefined, stack: stackWithoutMessage(error) }
          : { name: typeof error },
    },
  });
}

/** Where the error happened, without its message: a driver's message can contain a row. */
function stackWithoutMessage(error: Error): string {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .join('\n');
}
