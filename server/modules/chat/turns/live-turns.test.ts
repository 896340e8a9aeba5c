import { array, assert, asyncProperty, nat, string } from 'fast-check';
import { expect, test } from 'vitest';
import { LiveTurn } from './live-turns.ts';

/** The text that a reader with `offset` units of the answer ends up with. */
async function follow(turn: LiveTurn, offset: number): Promise<string> {
  let text = turn.text.slice(0, offset);
  for await (const event of turn.follow({ attempt: 1, offset }, new AbortController().signal)) {
    if (event.type === 'text') {
      expect(event.offset, 'no gap and no repeat').toBe(text.length);
      text += event.text;
    }
  }
  return text;
}

test('a reader who joins at any time reads the whole answer once and in order', async () => {
  await assert(
    asyncProperty(
      array(string({ minLength: 1, maxLength: 12 }), { maxLength: 30 }),
      array(nat(30), { maxLength: 5 }),
      async (pieces, joins) => {
        const turn = new LiveTurn(1);
        const readers: Promise<string>[] = [];
        for (const [index, piece] of pieces.entries()) {
          for (const join of joins) if (join === index) readers.push(follow(turn, Math.floor(turn.text.length / 2)));
          turn.append(piece);
          // Lets readers run between some pieces and not between others.
          if (index % 3 === 0) await Promise.resolve();
        }
        turn.finish({ type: 'end', status: 'complete', failure: null });
        readers.push(follow(turn, 0), follow(turn, turn.text.length));
        for (const text of await Promise.all(readers)) expect(text).toBe(pieces.join(''));
      },
    ),
    { numRuns: 60 },
  );
});

test('a reader that leaves is removed', async () => {
  const turn = new LiveTurn(1);
  const leaving = new AbortController();
  const events = turn.follow({ attempt: 1, offset: 0 }, leaving.signal);
  const next = events.next();
  leaving.abort();
  expect(await next).toEqual({ done: true, value: undefined });
});
