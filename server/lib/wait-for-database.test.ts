import { expect, test, vi } from 'vitest';
import { createLog } from './log.ts';
import { explainStartFailure } from './start-failure.ts';
import { waitForDatabase } from './wait-for-database.ts';

const failure = (code: string) => Object.assign(new Error(code), { code });
const settings = { port: 3000, sandboxPort: null, dataDir: '.data' };
const log = createLog('silent');
const warn = vi.spyOn(log, 'warn');

const AWAY = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'DATABASE_SILENT',
  '57P01',
  '57P02',
  '57P03',
];

test.each(AWAY)('a start waits while the database answers with %s, and says so once', async (code) => {
  warn.mockClear();
  const ping = vi.fn<() => Promise<void>>();
  ping.mockRejectedValueOnce(failure(code)).mockRejectedValueOnce(failure(code)).mockResolvedValue();
  await waitForDatabase(ping, { seconds: 60, log, retryMs: 0 });
  expect(ping).toHaveBeenCalledTimes(3);
  expect(warn.mock.calls).toEqual([
    [{ event: 'waiting for the database', code }, `the database isn't reachable yet (${code}); waiting up to 60 s`],
  ]);
});

test.each(AWAY)('a start that gives up on %s after the time to wait ends with a sentence', async (code) => {
  const ping = vi.fn<() => Promise<void>>().mockRejectedValue(failure(code));
  const refused = await waitForDatabase(ping, { seconds: 0, log }).catch((error: unknown) => error);
  expect(ping).toHaveBeenCalledTimes(1);
  expect(explainStartFailure(refused, settings)).toMatch(
    /^(?:Can't reach t|T)he database in DATABASE_URL(?:\.| is starting or stopping\.) /,
  );
});

test.each([
  ['28P01', 'rejected the user name or password'],
  ['3D000', "doesn't exist"],
])('a start doesn’t wait after the error %s, which time doesn’t heal', async (code, sentence) => {
  const ping = vi.fn<() => Promise<void>>().mockRejectedValue(failure(code));
  const refused = await waitForDatabase(ping, { seconds: 60, log }).catch((error: unknown) => error);
  expect(ping).toHaveBeenCalledTimes(1);
  expect(explainStartFailure(refused, settings)).toContain(sentence);
});
