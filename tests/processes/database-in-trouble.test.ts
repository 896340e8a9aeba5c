import { randomUUID } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { DEMO, DEMO_FREE } from '#db/demo/demo-account.ts';
import { freezePostgres, thawPostgres } from './support/cluster.ts';
import { eventually } from './support/eventually.ts';
import { ownCluster } from './support/own-cluster.ts';
import { codeOf, signIn, type Person } from './support/person.ts';
import { startWorld, type World } from './support/world.ts';

const TOLD_WITHIN_MS = 10_000;
const OTHERS = 4;

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T | null; code: string | null }> {
  const begun = performance.now();
  try {
    return { value: await work(), code: null, ms: performance.now() - begun };
  } catch (error) {
    return { value: null, code: codeOf(error), ms: performance.now() - begun };
  }
}

/** People who read and chat without a pause until they are told to stop: how long each call took, and every refusal. */
function keepBusy(world: World, people: Person[]) {
  const place = world.process(0);
  const seen: { ms: number; code: string | null }[] = [];
  const over = new AbortController();
  const one = async (person: Person) => {
    while (!over.signal.aborted) {
      seen.push(await timed(() => person.at(place).usage.overview.query()));
      seen.push(await timed(() => person.at(place).chat.conversations.query({ assistantId: 'brain_ai' })));
      seen.push(await timed(() => person.at(place).profile.get.query()));
    }
  };
  const running = people.map(one);
  return {
    seen,
    stop: async () => {
      over.abort();
      await Promise.all(running);
    },
  };
}

const slowest = (seen: { ms: number }[]) => Math.max(...seen.map(({ ms }) => ms));

test('one locked row delays only its owner, who is told within ten seconds', async () => {
  await using world = await startWorld({ on: 'postgres', environment: { DATABASE_POOL_MAX: '5' } });
  const place = world.process(0);
  const maya = await signIn(place, DEMO.email);
  const others = await Promise.all(Array.from({ length: OTHERS }, () => signIn(place, DEMO_FREE.email)));
  const writing = await others[0]?.ask(place, 'Tell me more [sandbox: slow]');
  const units = await maya.unitsUsed(place);
  const load = keepBusy(world, others);
  await world.table().begin(async (trx) => {
    await trx`select 1 from users where email = ${DEMO.email} for update`;
    // More calls than there are connections, over and over, as an impatient browser would make them.
    for (let round = 0; round < 2; round += 1) {
      const told = await Promise.all(
        Array.from({ length: 8 }, () => timed(() => maya.send(place, 'What should we do first?'))),
      );
      for (const { code, ms } of told) {
        expect(code).toBe('SERVER_BUSY');
        expect(ms).toBeLessThan(TOLD_WITHIN_MS);
      }
    }
  });
  await load.stop();
  expect(load.seen.length).toBeGreaterThan(50);
  expect(load.seen.filter(({ code }) => code !== null)).toEqual([]);
  expect(slowest(load.seen)).toBeLessThan(3_000);
  expect(await maya.unitsUsed(place)).toBe(units);
  expect((await maya.send(place, 'And now?')).answer.status).toBe('streaming');
  expect(writing?.reader.broken).toBeNull();
});

test('PostgreSQL freezes under load: every page answers within ten seconds, and everything works again once it thaws', async () => {
  await using world = await startWorld({ on: 'postgres' });
  const place = world.process(0);
  const maya = await signIn(place, DEMO.email);
  const page = (path: string) =>
    timed(async () => {
      const response = await fetch(`${place.url}${path}`, { headers: { cookie: maya.cookie() } });
      await response.text();
      return response.status;
    });
  const units = await maya.unitsUsed(place);
  const load = keepBusy(world, [maya, maya, maya]);
  const cluster = await ownCluster();
  const id = randomUUID();
  freezePostgres(cluster);
  try {
    const told = await Promise.all([
      page('/'),
      page('/blog'),
      page('/status'),
      page('/dashboard'),
      page('/checkout?plan=pro'),
      page('/health/live'),
    ]);
    for (const { value, ms } of told) {
      expect(value).toBe(200);
      expect(ms).toBeLessThan(TOLD_WITHIN_MS);
    }
    // Its outcome isn't known, so it isn't called a failure: a browser sends it again under the same id.
    const sent = await timed(() => maya.send(place, 'What should we do first?', { id }));
    expect(sent.code).toBe('DATABASE_UNAVAILABLE');
    expect(sent.ms).toBeLessThan(TOLD_WITHIN_MS);
    expect((await page('/health/ready')).value).toBe(503);
  } finally {
    thawPostgres(cluster);
  }
  await eventually('the product works again', () => maya.unitsUsed(place), { withinMs: TOLD_WITHIN_MS });
  await load.stop();
  expect(slowest(load.seen)).toBeLessThan(TOLD_WITHIN_MS);
  expect(new Set(load.seen.map(({ code }) => code))).toEqual(new Set([null, 'DATABASE_UNAVAILABLE']));
  const { conversation } = await maya.send(place, 'What should we do first?', { id });
  const { messages } = await maya.at(place).chat.messages.query({ conversationId: conversation.id });
  expect(messages.filter(({ role }) => role === 'user')).toHaveLength(1);
  await eventually('one message was counted at most', async () => (await maya.unitsUsed(place)) <= units + 1, {
    withinMs: TOLD_WITHIN_MS,
  });
  expect(place.hasExited(), place.output()).toBe(false);
});
