import { pino, type Logger } from 'pino';

export type Log = Logger;

/** JSON lines on stdout. Callers log ids, codes and counts: never an address, a message text or a token. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: undefined,
    // A second line of defence, should an object slip through.
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

/** Where it happened without what it said: a driver's message can carry a row. */
function stackWithoutMessage(error: Error): string {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .slice(0, 12)
    .join('\n');
}
