import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { DEMO } from '#db/demo-account.ts';
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
    // It catches up on what the model said meanwhile, and its next saves and sweeps pass.
    const awakeAt = performance.now();
    await eventually('it is awake', () => maya.unitsUsed(sleeper), { withinMs: 5_000 });
    await eventually('it caught up', () => performance.now() - awakeAt >= 4_000, { withinMs: 6_000 });
  };
  return { world, sleeper, other, maya, unitsBefore, sent, reader, wakeUp };
}

test('a process that vanishes for 15 s finds its answer settled and leaves it so', async () => {
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

test('an answer written anew elsewhere is not touched by the process that wakes up', async () => {
  const { world, sleeper, other, maya, unitsBefore, sent, wakeUp } = await fallAsleepInMidAnswer();
  await using _ = world;
  await untilSettled(maya, other, sent, SETTLED_WITHIN_MS);
  await maya.at(other).chat.resume.mutate({ id: randomUUID(), messageId: sent.answer.id, mode: 'retry' });
  const anew = maya.follow(other, sent.answer.id);
  await wakeUp();
  expect(await anew.untilEnd()).toMatchObject({ status: 'complete' });
  expect(anew.isInOrder).toBe(true);
  for (const place of [other, sleeper]) {
    expect(await maya.saved(place, sent)).toMatchObject({ status: 'complete', content: anew.text });
    expect(await maya.unitsUsed(place)).toBe(unitsBefore + 1);
  }
});
