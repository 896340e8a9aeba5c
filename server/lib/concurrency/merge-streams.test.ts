import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mergeStreams } from './merge-streams.ts';

/** A source that gives what it is told to, when it is told to. */
function aSource() {
  const waiting: PromiseWithResolvers<IteratorResult<string>>[] = [];
  const given: IteratorResult<string>[] = [];
  const is = { asked: 0, left: false };
  const give = (result: IteratorResult<string>) => {
    const reader = waiting.shift();
    if (reader) reader.resolve(result);
    else given.push(result);
  };
  const source: AsyncIterator<string> = {
    next: () => {
      is.asked += 1;
      const ready = given.shift();
      if (ready) return Promise.resolve(ready);
      const reader = Promise.withResolvers<IteratorResult<string>>();
      waiting.push(reader);
      return reader.promise;
    },
    return: () => {
      is.left = true;
      return Promise.resolve({ done: true, value: undefined });
    },
  };
  return {
    source,
    is,
    say: (value: string) => give({ done: false, value }),
    end: () => give({ done: true, value: undefined }),
    fail: (error: Error) => waiting.shift()?.reject(error),
  };
}

test('values come in the order in which they were said, until every source has ended', async () => {
  const [one, two] = [aSource(), aSource()];
  const heard: string[] = [];
  const reading = (async () => {
    for await (const value of mergeStreams([one.source, two.source])) heard.push(value);
  })();
  for (const [who, value] of [
    [two, 'b1'],
    [one, 'a1'],
    [two, 'b2'],
    [two, 'b3'],
  ] as const) {
    who.say(value);
    await turn();
  }
  two.end();
  await turn();
  one.say('a2');
  one.end();
  await reading;
  expect(heard).toEqual(['b1', 'a1', 'b2', 'b3', 'a2']);
});

test('a slow reader makes the sources wait: each is asked for one value more', async () => {
  const [one, two] = [aSource(), aSource()];
  for (let count = 0; count < 5; count += 1) for (const { say } of [one, two]) say('word');
  const merged = mergeStreams([one.source, two.source]);
  await merged.next();
  await turn();
  expect([one.is.asked, two.is.asked]).toEqual([1, 1]);
  await merged.next();
  await turn();
  expect([one.is.asked, two.is.asked]).toEqual([2, 1]);
  await merged.return(undefined);
});

test('a source that fails ends the whole, and the others are left', async () => {
  const [one, two] = [aSource(), aSource()];
  const next = mergeStreams([one.source, two.source]).next();
  await turn();
  one.fail(new Error('the database is gone'));
  await expect(next).rejects.toThrow('the database is gone');
  expect(two.is.left).toBe(true);
});
