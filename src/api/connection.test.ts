import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createConnection } from './connection.ts';

function aConnection() {
  const is = { network: true, answering: true };
  const seen = { probes: 0, states: [] as boolean[] }; // reason: widens the literal's empty list
  const connection = createConnection({
    hasNetwork: () => is.network,
    probe: () => {
      seen.probes += 1;
      return Promise.resolve(is.answering);
    },
    onChange: (isOnline) => seen.states.push(isOnline),
  });
  return { connection, is, seen };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

describe('the connection', () => {
  it('stays up when one call failed and the server still answers', async () => {
    const { connection, seen } = aConnection();
    connection.check();
    await settle(60_000);
    expect(seen).toEqual({ probes: 1, states: [true] });
  });

  it('is down when the server does not answer, and is retried until it does', async () => {
    const { connection, is, seen } = aConnection();
    is.answering = false;
    connection.check();
    await settle(1_000 + 2_000);
    expect(seen).toEqual({ probes: 3, states: [false, false, false] });
    is.answering = true;
    await settle(4_000);
    expect(seen.states.at(-1)).toBe(true);
    await settle(60_000);
    expect(seen.probes).toBe(4);
  });

  it('makes no request while the browser is offline, and checks as soon as it is back online', async () => {
    const { connection, is, seen } = aConnection();
    is.network = false;
    connection.lose();
    connection.check();
    await settle(60_000);
    expect(seen.probes).toBe(0);
    is.network = true;
    connection.check();
    await settle();
    expect(seen.states.at(-1)).toBe(true);
    connection.stop();
  });

  it('checks once for many failed calls', async () => {
    const { connection, seen } = aConnection();
    for (let failure = 0; failure < 5; failure += 1) connection.check();
    await settle();
    expect(seen.probes).toBe(1);
  });
});
