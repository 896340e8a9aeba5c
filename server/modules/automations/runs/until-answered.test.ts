import { describe, expect, test } from 'vitest';
import { DatabaseError } from '#db/database-error.ts';
import { untilAnswered } from './until-answered.ts';

const AWAY = new DatabaseError('the server closed the connection', { code: 'CONNECTION_CLOSED' });
const BROKEN = new Error('column does not exist');

/** Writes that fail with each of these before one succeeds, and what each was told. */
function writes(...failures: Error[]) {
  const told: boolean[] = [];
  const write = async (isAgain: boolean) => {
    told.push(isAgain);
    const failure = failures.shift();
    if (failure) throw failure;
    return 'written';
  };
  return { told, write };
}

describe('what only this process knows', () => {
  const running = new AbortController().signal;

  test('is written once the database is back, which is told that it may be there already', async () => {
    const { told, write } = writes(AWAY, AWAY);
    expect(await untilAnswered(write, running, 1)).toBe('written');
    expect(told).toEqual([false, true, true]);
  });

  test('isn’t written again for another failure, or when the process stops', async () => {
    const broken = writes(BROKEN);
    await expect(untilAnswered(broken.write, running, 1)).rejects.toBe(BROKEN);
    const stopping = writes(AWAY);
    await expect(untilAnswered(stopping.write, AbortSignal.abort(), 1)).rejects.toBe(AWAY);
    expect([broken.told, stopping.told]).toEqual([[false], [false]]);
  });
});
