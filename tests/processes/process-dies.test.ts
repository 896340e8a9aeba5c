import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { DEMO } from '#db/demo/demo-account.ts';
import type { ServerProcess } from './support/server-process.ts';
import { expectValidHistory } from './support/valid-history.ts';
import { eventually } from './support/eventually.ts';
import { signIn, untilSettled, type Person } from './support/person.ts';
import { startWorld } from './support/world.ts';

const SETTLED_WITHIN_MS = 10_000;
/** Answers are saved about once a second, and the save itself takes time. */
const LOST_AT_MOST_MS = 1_500;
const QUESTION = 'What should we do first this week?';

/** kill -9 while a reader reads. Returns what the reader had, and what it had about a second earlier. */
async function killInMidAnswer(place: ServerProcess, reader: ReturnType<Person['follow']>) {
  await reader.untilLength(150);
  const killedAt = performance.now();
  place.signal('SIGKILL');
  await place.exited;
  await eventually('the reader notices', () => reader.broken, { withinMs: 2_000 });
  return { seen: reader.text, longAgo: reader.lengthAt(killedAt - LOST_AT_MOST_MS) };
}

function expectAlmostAllSaved(saved: string, had: { seen: string; longAgo: number }) {
  expect(had.seen.startsWith(saved) || saved.startsWith(had.seen), 'what was saved is what was shown').toBe(true);
  expect(saved.length).toBeGreaterThanOrEqual(had.longAgo);
}

describe.concurrent.each(['embedded', 'postgres'] as const)('mid-answer on the %s database', (on) => {
  test('kill -9 leaves the answer cut off, free of charge, and Continue completes it after the restart', async () => {
    await using world = await startWorld({ on });
    const maya = await signIn(world.process(0), DEMO.email);
    const unitsBefore = await maya.unitsUsed(world.process(0));
    const { sent, reader } = await maya.ask(world.process(0), QUESTION);
    const had = await killInMidAnswer(world.process(0), reader);

    const again = await world.begin(0);
    const cutOff = await untilSettled(maya, again, sent, SETTLED_WITHIN_MS);
    expect(cutOff).toMatchObject({ status: 'interrupted', failure: null });
    expectAlmostAllSaved(cutOff.content, had);
    expect(await maya.unitsUsed(again)).toBe(unitsBefore);

    const id = randomUUID();
    const resumed = await maya.at(again).chat.resume.mutate({ id, messageId: sent.answer.id, mode: 'continue' });
    expect(resumed.answer).toMatchObject({ id: sent.answer.id, status: 'streaming' });
    const rest = maya.follow(again, sent.answer.id, { attempt: 2, offset: cutOff.content.length });
    expect(await rest.untilEnd()).toMatchObject({ status: 'complete' });
    expect(rest.isInOrder).toBe(true);
    const whole = await maya.saved(again, sent);
    expect(whole.status).toBe('complete');
    expect(whole.content).toBe(cutOff.content + rest.text);
    expect(rest.text.length).toBeGreaterThan(0);
    expect(await maya.unitsUsed(again)).toBe(unitsBefore + 1);

    const next = await maya.ask(again, 'And after that?', { conversationId: sent.conversation.id });
    await next.reader.untilLength(20);
    expectValidHistory(world.model.calls.at(-1), 'And after that?');
  });

  test('kill -9 lets Try Again rewrite the answer, complete and once', async () => {
    await using world = await startWorld({ on });
    const maya = await signIn(world.process(0), DEMO.email);
    const unitsBefore = await maya.unitsUsed(world.process(0));
    const { sent, reader } = await maya.ask(world.process(0), QUESTION);
    await killInMidAnswer(world.process(0), reader);
    const again = await world.begin(0);
    await untilSettled(maya, again, sent, SETTLED_WITHIN_MS);

    const id = randomUUID();
    const input = { id, messageId: sent.answer.id, mode: 'retry' as const };
    await Promise.all([maya.at(again).chat.resume.mutate(input), maya.at(again).chat.resume.mutate(input)]);
    const anew = maya.follow(again, sent.answer.id);
    expect(await anew.untilEnd()).toMatchObject({ status: 'complete' });
    expect((await maya.saved(again, sent)).content).toBe(anew.text);
    expect(anew.text.startsWith(reader.text)).toBe(true);
    expect(world.model.calls).toHaveLength(2);
    expect(await maya.unitsUsed(again)).toBe(unitsBefore + 1);
  });

  test('kill -9 before the first word does not affect the next question', async () => {
    await using world = await startWorld({ on });
    const maya = await signIn(world.process(0), DEMO.email);
    const unitsBefore = await maya.unitsUsed(world.process(0));
    const { sent } = await maya.ask(world.process(0), 'Are you there?');
    // The model stand-in thinks for 0.4 s before its first word.
    await eventually('the model was asked', () => world.model.calls.length === 1, { withinMs: 5_000 });
    world.process(0).signal('SIGKILL');
    await world.process(0).exited;

    const again = await world.begin(0);
    const cutOff = await untilSettled(maya, again, sent, SETTLED_WITHIN_MS);
    expect(cutOff).toMatchObject({ status: 'interrupted', content: '' });
    expect(await maya.unitsUsed(again)).toBe(unitsBefore);
    const next = await maya.ask(again, QUESTION, { conversationId: sent.conversation.id });
    expect(await next.reader.untilEnd()).toMatchObject({ status: 'complete' });
    expectValidHistory(world.model.calls.at(-1), QUESTION);
  });

  test('a stop by the operator that waits for nothing loses no word that was shown', async () => {
    await using world = await startWorld({ on, environment: { DRAIN_S: '0' } });
    const maya = await signIn(world.process(0), DEMO.email);
    const unitsBefore = await maya.unitsUsed(world.process(0));
    const { sent, reader } = await maya.ask(world.process(0), QUESTION);
    await reader.untilLength(150);
    const stoppedAt = performance.now();
    world.process(0).signal('SIGTERM');
    expect(await reader.untilEnd(5_000)).toMatchObject({ status: 'interrupted', failure: null });
    expect(await world.process(0).exited).toEqual({ code: 0, signal: null });
    expect(performance.now() - stoppedAt).toBeLessThan(6_000);
    expect(world.process(0).output()).not.toMatch(/"level":(?:50|60)/);

    const again = await world.begin(0);
    expect(await maya.saved(again, sent)).toMatchObject({ status: 'interrupted', content: reader.text });
    expect(await maya.unitsUsed(again)).toBe(unitsBefore);
  });
});

test('after a crash and a restart the embedded database has no turn that is still streaming', async () => {
  await using world = await startWorld({ on: 'embedded' });
  const maya = await signIn(world.process(0), DEMO.email);
  const { sent, reader } = await maya.ask(world.process(0), QUESTION);
  await killInMidAnswer(world.process(0), reader);
  const again = await world.begin(0);
  await untilSettled(maya, again, sent, SETTLED_WITHIN_MS);
  again.signal('SIGTERM');
  await again.exited;

  const database = await openDatabase({ directory: `${world.folder}/data-a` });
  try {
    const streaming = await database.db.selectFrom('turns').select('id').where('status', '=', 'streaming').execute();
    expect(streaming).toEqual([]);
  } finally {
    await database.close();
  }
});

test('a dead process’s turns are settled by the other one, without a restart', async () => {
  await using world = await startWorld({ on: 'postgres', processes: 2 });
  const [dying, neighbor] = [world.process(0), world.process(1)];
  const maya = await signIn(neighbor, DEMO.email);
  const unitsBefore = await maya.unitsUsed(neighbor);
  const { sent, reader } = await maya.ask(dying, QUESTION);
  const elsewhere = maya.follow(neighbor, sent.answer.id);
  const had = await killInMidAnswer(dying, reader);

  const cutOff = await untilSettled(maya, neighbor, sent, SETTLED_WITHIN_MS);
  expect(cutOff).toMatchObject({ status: 'interrupted', failure: null });
  expectAlmostAllSaved(cutOff.content, had);
  expect(await elsewhere.untilEnd(2_000)).toMatchObject({ status: 'interrupted' });
  expect(elsewhere.isInOrder).toBe(true);
  expect(elsewhere.text).toBe(cutOff.content);
  expect(await maya.unitsUsed(neighbor)).toBe(unitsBefore);
  expect(await world.table()`select id from turns where status = 'streaming'`).toHaveLength(0);

  const next = await maya.ask(neighbor, 'And after that?', { conversationId: sent.conversation.id });
  await next.reader.untilLength(20);
  expectValidHistory(world.model.calls.at(-1), 'And after that?');
});
