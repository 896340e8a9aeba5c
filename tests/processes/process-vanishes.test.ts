// @module-tag full
import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { DEMO } from '#db/demo/demo-account.ts';
import { eventually } from './support/eventually.ts';
import { signIn, untilSettled } from './support/person.ts';
import { startWorld } from './support/world.ts';

const QUESTION = 'What should we do first this week?';
const SETTLED_WITHIN_MS = 10_000;
const ASLEEP_MS = 15_000;

async function fallAsleepInMidAnswer() {
  const world = await startWorld({ on: 'postgres', processes: 2 });
  const [sleeper, other] = [world.process(0), world.process(1)];
  const maya = await signIn(other, DEMO.email);
  const unitsBefore = await maya.unitsUsed(other);
  const { sent, reader } = await maya.ask(sleeper, QUESTION);
  await reader.untilLength(200);
  const sleptAt = performance.now();
  sleeper.signal('SIGSTOP');
  const wakeUp = async () => {
    await eventually('it has slept', () => performance.now() - sleptAt >= ASLEEP_MS, { withinMs: ASLEEP_MS });
    sleeper.signal('SIGCONT');
    // It catches up on what the model has said in the meantime, and its next saves and sweeps pass.
    const awakeAt = performance.now();
    await eventually('it is awake', () => maya.unitsUsed(sleeper), { withinMs: 5_000 });
    await eventually('it caught up', () => performance.now() - awakeAt >= 4_000, { withinMs: 6_000 });
  };
  return { world, sleeper, other, maya, unitsBefore, sent, reader, wakeUp };
}

test('a process that freezes for 15 s finds its answer settled and leaves it alone', async () => {
  const { world, sleeper, other, maya, unitsBefore, sent, reader, wakeUp } = await fallAsleepInMidAnswer();
  await using _ = world;
  const cutOff = await untilSettled(maya, other, sent, SETTLED_WITHIN_MS);
  expect(cutOff).toMatchObject({ status: 'interrupted', failure: null });
  expect(cutOff.content.length).toBeGreaterThan(0);
  expect(await maya.unitsUsed(other)).toBe(unitsBefore);

  await wakeUp();
  for (const place of [other, sleeper]) {
    expect(await maya.saved(place, sent)).toEqual(cutOff);
    expect(await maya.unitsUsed(place)).toBe(unitsBefore);
  }
  expect(await reader.untilEnd(5_000)).toMatchObject({ status: 'interrupted' });
  const again = maya.follow(sleeper, sent.answer.id);
  expect(await again.untilEnd(5_000)).toMatchObject({ status: 'interrupted' });
  expect(again.text).toBe(cutOff.content);
});

test.each([
  { where: 'elsewhere', at: 1 },
  // The request waits until that process wakes up, and then reaches it before it knows that it was taken for dead.
  { where: 'at the process that has frozen', at: 0 },
])('an answer rewritten $where has nothing of the one before it', async ({ at }) => {
  const { world, sleeper, other, maya, unitsBefore, sent, reader, wakeUp } = await fallAsleepInMidAnswer();
  await using _ = world;
  const place = world.process(at);
  await untilSettled(maya, other, sent, SETTLED_WITHIN_MS);
  const resuming = maya.at(place).chat.resume.mutate({ id: randomUUID(), messageId: sent.answer.id, mode: 'retry' });
  const from = { attempt: 1, offset: reader.text.length };
  const readers = [other, sleeper].map((it) => maya.follow(it, sent.answer.id, from));
  if (at === 1) await resuming;
  await wakeUp();
  expect((await resuming).answer).toMatchObject({ attempt: 2, content: '' });
  const anew = maya.follow(place, sent.answer.id);
  expect(await anew.untilEnd()).toMatchObject({ status: 'complete' });
  for (const it of [other, sleeper]) {
    expect(await maya.saved(it, sent)).toMatchObject({ status: 'complete', content: anew.text, attempt: 2 });
    expect(await maya.unitsUsed(it)).toBe(unitsBefore + 1);
  }
  for (const it of [anew, reader, ...readers]) expect(it.isInOrder).toBe(true);
  // A reader is told the end of an attempt that it reads, or goes on with the one after it.
  for (const it of readers) {
    const end = await it.untilEnd();
    expect(end.status).toBe(end.attempt === 1 ? 'interrupted' : 'complete');
    if (end.attempt === 2) expect(it.text).toBe(anew.text);
  }
});
