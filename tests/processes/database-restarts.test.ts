import { performance } from 'node:perf_hooks';
import { expect, inject, test } from 'vitest';
import { DEMO } from '#db/demo-account.ts';
import { restartPostgres, startPostgres, stopPostgres } from './support/cluster.ts';
import { eventually } from './support/eventually.ts';
import { signIn, untilSettled, type Person } from './support/person.ts';
import { startWorld, type World } from './support/world.ts';
import { wholeAnswer } from './support/whole-answer.ts';

const QUESTION = 'What should we do first this week?';
const SETTLED_WITHIN_MS = 10_000;

type Asked = Awaited<ReturnType<Person['ask']>>;
type Before = { units: number; saved: number; whole: string };

/** Whole, or at worst cut off with what was saved; the table agrees with the reader, and the unit with the end. */
async function expectNothingLost(world: World, maya: Person, { sent, reader }: Asked, before: Before) {
  const place = world.process(0);
  const end = await reader.untilEnd();
  const answer = await untilSettled(maya, place, sent, SETTLED_WITHIN_MS);
  expect(answer.status).toBe(end.status);
  expect(['complete', 'interrupted']).toContain(answer.status);
  expect(reader.isInOrder).toBe(true);
  if (answer.status === 'complete') {
    expect(answer.content).toBe(reader.text);
    expect(answer.content).toBe(before.whole);
  } else {
    expect(answer.content.length).toBeGreaterThanOrEqual(before.saved);
    expect(reader.text.startsWith(answer.content)).toBe(true);
  }
  expect(await maya.unitsUsed(place)).toBe(before.units + (answer.status === 'complete' ? 1 : 0));
  expect(await world.table()`select id from turns where status = 'streaming'`).toHaveLength(0);
  expect(place.hasExited(), place.output()).toBe(false);
  return answer.status;
}

/** Asks once undisturbed, so that what is whole is known, and once more up to a share of that. */
async function askUntil(world: World, share: number) {
  const place = world.process(0);
  const maya = await signIn(place, DEMO.email);
  const whole = await wholeAnswer(maya, place, QUESTION);
  const units = await maya.unitsUsed(place);
  const asked = await maya.ask(place, QUESTION);
  await asked.reader.untilLength(Math.round(whole.length * share));
  const saved = (await maya.saved(place, asked.sent)).content.length;
  return { maya, asked, before: { units, saved, whole } };
}

async function expectNextAnswer(world: World, maya: Person, { sent }: Asked) {
  const next = await maya.ask(world.process(0), 'And after that?', { conversationId: sent.conversation.id });
  expect(await next.reader.untilEnd()).toMatchObject({ status: 'complete' });
}

test('PostgreSQL is killed and comes back in mid-answer: the answer goes on', async () => {
  await using world = await startWorld({ on: 'postgres' });
  const { maya, asked, before } = await askUntil(world, 0.3);
  restartPostgres(inject('cluster'));
  await eventually('the product works again', () => maya.unitsUsed(world.process(0)), { withinMs: SETTLED_WITHIN_MS });
  await expectNothingLost(world, maya, asked, before);
  await expectNextAnswer(world, maya, asked);
});

test('PostgreSQL is away for five seconds in mid-answer: the process waits for it', async () => {
  await using world = await startWorld({ on: 'postgres' });
  const { maya, asked, before } = await askUntil(world, 0.3);
  await awayFor(5_000, world);
  await expectNothingLost(world, maya, asked, before);
  await expectNextAnswer(world, maya, asked);
});

test('PostgreSQL is away while the answer ends: it is settled when PostgreSQL is back', async () => {
  await using world = await startWorld({ on: 'postgres' });
  const { maya, asked, before } = await askUntil(world, 0.85);
  // Long enough for pauses between tries to have grown.
  await awayFor(12_000, world);
  const backAt = performance.now();
  await expectNothingLost(world, maya, asked, before);
  expect(performance.now() - backAt).toBeLessThan(SETTLED_WITHIN_MS);
});

test('PostgreSQL is killed while nothing happens: the next request works', async () => {
  await using world = await startWorld({ on: 'postgres', processes: 2 });
  const maya = await signIn(world.process(0), DEMO.email);
  await maya.unitsUsed(world.process(1));
  restartPostgres(inject('cluster'));
  for (const place of [world.process(0), world.process(1)])
    await eventually('the product works again', () => maya.unitsUsed(place), { withinMs: SETTLED_WITHIN_MS });
  // What one process tells the others has to arrive again as well.
  const { sent, reader } = await maya.ask(world.process(0), 'Tell me more [sandbox: slow]');
  await reader.untilLength(1);
  await maya.at(world.process(1)).chat.stop.mutate({ messageId: sent.answer.id });
  expect(await reader.untilEnd(3_000)).toMatchObject({ status: 'stopped' });
});

/** Without PostgreSQL the process says that it lives but is not ready, and refuses calls in our own words. */
async function awayFor(ms: number, world: World): Promise<void> {
  const { url } = world.process(0);
  const cluster = inject('cluster');
  const backAt = performance.now() + ms;
  stopPostgres(cluster);
  try {
    await eventually('it is not ready', async () => (await fetch(`${url}/health/ready`)).status === 503, {
      withinMs: ms,
    });
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    await eventually('the time is over', () => performance.now() >= backAt, { withinMs: ms + 1_000 });
  } finally {
    startPostgres(cluster);
  }
}
