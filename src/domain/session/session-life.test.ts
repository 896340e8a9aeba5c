import { describe, expect, it } from 'vitest';
import { createSessionLife } from './session-life.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

/** A page with a fake clock and a server with scripted answers. */
function aPage({ answers = [] }: { answers?: (number | null | Error)[] } = {}) {
  let time = 0;
  let isVisible = true;
  let timers: { at: number; work: () => void }[] = [];
  const seen = { refreshes: [] as number[], isOver: false }; // reason: widens the empty list
  const life = createSessionLife({
    now: () => time,
    setTimer: (work, ms) => {
      const timer = { at: time + ms, work };
      timers.push(timer);
      return () => void (timers = timers.filter((one) => one !== timer));
    },
    isVisible: () => isVisible,
    refresh: async () => {
      seen.refreshes.push(time);
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      // As on the server: fourteen days from now.
      return answer === undefined ? time + 14 * DAY : answer;
    },
    isFinal: (error) => error instanceof Error && error.message === 'UNAUTHENTICATED',
    onOver: () => (seen.isOver = true),
  });
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };
  return {
    life,
    seen,
    wait: async (ms: number) => {
      const until = time + ms;
      for (;;) {
        const next = timers.toSorted((one, other) => one.at - other.at).find(({ at }) => at <= until);
        if (!next) break;
        timers = timers.filter((one) => one !== next);
        time = Math.max(time, next.at);
        next.work();
        await settle();
      }
      time = until;
    },
    show: async (next: boolean) => {
      isVisible = next;
      life.resume();
      await settle();
    },
  };
}

const lost = () => new Error('Failed to fetch');
const refused = () => new Error('UNAUTHENTICATED');

describe('SESSION-3: a session on an open page', () => {
  it('is renewed when half of its fourteen days are over, again and again', async () => {
    const { life, seen, wait } = aPage();
    life.know(14 * DAY);
    await wait(7 * DAY - 1);
    expect(seen.refreshes).toEqual([]);
    await wait(14 * DAY + 1);
    expect(seen.refreshes).toEqual([7 * DAY, 14 * DAY, 21 * DAY]);
    expect(seen.isOver).toBe(false);
  });

  it('is renewed immediately if little of it is left', async () => {
    const { life, seen, wait } = aPage();
    life.know(DAY);
    await wait(0);
    expect(seen.refreshes).toEqual([0]);
  });

  it('is scheduled once, however often its end is reported', async () => {
    const { life, seen, wait } = aPage();
    for (let time = 0; time < 5; time += 1) life.know(14 * DAY);
    await wait(8 * DAY);
    expect(seen.refreshes).toHaveLength(1);
  });

  it('follows what another tab has renewed', async () => {
    const { life, seen, wait } = aPage();
    life.know(14 * DAY);
    await wait(6 * DAY);
    life.know(20 * DAY);
    await wait(6 * DAY);
    expect(seen.refreshes).toEqual([]);
  });

  it('is not renewed while the page is hidden, and is when it is visible again', async () => {
    const { life, seen, wait, show } = aPage();
    life.know(14 * DAY);
    await show(false);
    await wait(9 * DAY);
    expect(seen.refreshes).toEqual([]);
    await show(true);
    await wait(0);
    expect(seen.refreshes).toEqual([9 * DAY]);
  });

  it('survives a lost network and a 503, and is retried with longer and longer pauses', async () => {
    const { life, seen, wait } = aPage({ answers: [lost(), new Error('503'), lost()] });
    life.know(7 * DAY);
    await wait(HOUR);
    expect(seen.refreshes).toEqual([0, 5_000, 15_000, 35_000]);
    expect(seen.isOver).toBe(false);
  });

  it('is retried at least every five minutes, for as long as it takes', async () => {
    const { life, seen, wait } = aPage({ answers: Array.from({ length: 400 }, lost) });
    life.know(DAY);
    await wait(DAY);
    const pauses = seen.refreshes.slice(1).map((at, index) => at - (seen.refreshes[index] ?? 0));
    expect(Math.max(...pauses)).toBe(300_000);
    expect(seen.isOver).toBe(false);
  });

  it('is retried immediately on resume, or when the network is back', async () => {
    const { life, seen, wait } = aPage({ answers: [lost(), lost(), lost(), lost()] });
    life.know(DAY);
    await wait(60_000);
    const asked = seen.refreshes.length;
    life.resume();
    await wait(0);
    expect(seen.refreshes).toHaveLength(asked + 1);
  });

  it.each([
    ['the server no longer knows it', refused()],
    ['there is no session any more', null],
  ])('is dropped when %s', async (_name, answer) => {
    const { life, seen, wait } = aPage({ answers: [answer] });
    life.know(DAY);
    await wait(DAY);
    expect(seen).toEqual({ refreshes: [0], isOver: true });
  });

  it('is renewed again after the person has signed in again', async () => {
    const { life, seen, wait } = aPage({ answers: [refused()] });
    life.know(DAY);
    await wait(HOUR);
    life.know(HOUR + 14 * DAY);
    await wait(7 * DAY);
    expect(seen.refreshes).toEqual([0, HOUR + 7 * DAY]);
  });

  it('that has reached its cap is renewed once more, and again 90 seconds before its end', async () => {
    const { life, seen, wait } = aPage({ answers: [3 * DAY, 3 * DAY] });
    life.know(3 * DAY);
    await wait(3 * DAY - 90_001);
    expect(seen).toEqual({ refreshes: [0], isOver: false });
    await wait(1);
    expect(seen).toEqual({ refreshes: [0, 3 * DAY - 90_000], isOver: true });
  });

  it('does not loop if the clock of this computer is days ahead', async () => {
    const { life, seen, wait } = aPage({ answers: [6 * DAY + 20] });
    life.know(6 * DAY);
    await wait(5 * DAY);
    expect(seen.refreshes).toEqual([0]);
  });

  it('is left alone once the page is left', async () => {
    const { life, seen, wait } = aPage();
    life.know(14 * DAY);
    life.stop();
    await wait(14 * DAY);
    expect(seen.refreshes).toEqual([]);
  });

  it.each([
    ['is renewed', 14 * DAY],
    ['is over', null],
  ])('is left alone once the page is left, even if the answer that it %s arrives later', async (_name, answer) => {
    const { life, seen, wait } = aPage({ answers: [answer] });
    life.know(DAY);
    const answered = wait(0);
    life.stop();
    await answered;
    await wait(30 * DAY);
    expect(seen).toEqual({ refreshes: [0], isOver: false });
  });
});
