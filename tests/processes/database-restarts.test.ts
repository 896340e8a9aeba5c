import { performance } from 'node:perf_hooks';
import { expect, test } from 'vitest';
import { DEMO } from '#db/demo/demo-account.ts';
import { openDatabase } from '#db/client.ts';
import { loseProcesses } from '#tests/support/jobs.ts';
import { addOwners, aStep, effectsIn, findRuns } from './support/automated.ts';
import { freezePostgres, restartPostgres, startPostgres, stopPostgres, thawPostgres } from './support/cluster.ts';
import { eventually } from './support/eventually.ts';
import { ownCluster } from './support/own-cluster.ts';
import { signIn, untilSettled, type Person } from './support/person.ts';
import { startWebReceiver } from './support/web-receiver.ts';
import { startWorld, type World } from './support/world.ts';
import { wholeAnswer } from './support/whole-answer.ts';

const QUESTION = 'What should we do first this week?';
const SETTLED_WITHIN_MS = 10_000;

type Asked = Awaited<ReturnType<Person['ask']>>;
type Before = { units: number; saved: number; whole: string };

/** The answer is whole, or at worst cut off with what was saved; the table agrees with the reader, and the unit with the outcome. */
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

/** Asks once undisturbed to learn the whole answer, and once more up to a share of it. */
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

test('PostgreSQL is killed and comes back mid-answer: the answer continues', async () => {
  await using world = await startWorld({ on: 'postgres' });
  const { maya, asked, before } = await askUntil(world, 0.3);
  restartPostgres(await ownCluster());
  await eventually('the product works again', () => maya.unitsUsed(world.process(0)), { withinMs: SETTLED_WITHIN_MS });
  await expectNothingLost(world, maya, asked, before);
  await expectNextAnswer(world, maya, asked);
});

/** Answers last for seconds or for most of a minute, so some end while PostgreSQL is away, and others go on afterward. */
const QUESTIONS = [QUESTION, 'Tell me more [sandbox: slow]'];

test.each([
  { what: 'is down', seconds: 5, leave: stopPostgres, comeBack: startPostgres },
  { what: 'is down', seconds: 12, leave: stopPostgres, comeBack: startPostgres },
  { what: 'freezes', seconds: 15, leave: freezePostgres, comeBack: thawPostgres },
])(
  'PostgreSQL $what for $seconds s: every answer in either process completes',
  { tags: ['full'] },
  async ({ seconds, leave, comeBack }) => {
    await using world = await startWorld({ on: 'postgres', processes: 2 });
    const [a, b] = [world.process(0), world.process(1)];
    const maya = await signIn(a, DEMO.email);
    const units = await maya.unitsUsed(a);
    const asking = [a, b].flatMap((place) => QUESTIONS.map((question) => maya.ask(place, question)));
    const answers = await Promise.all(asking);
    await Promise.all(answers.map(({ reader }) => reader.untilLength(20)));
    const cluster = await ownCluster();
    const backAt = performance.now() + seconds * 1_000;
    leave(cluster);
    try {
      for (const { url } of [a, b]) {
        await eventually('it is not ready', async () => (await fetch(`${url}/health/ready`)).status === 503, {
          withinMs: 12_000,
        });
        expect((await fetch(`${url}/health/live`)).status).toBe(200);
      }
      await eventually('the time is over', () => performance.now() >= backAt, { withinMs: seconds * 1_000 });
    } finally {
      comeBack(cluster);
    }
    for (const { sent, reader } of answers) {
      expect(await reader.untilEnd(90_000)).toMatchObject({ status: 'complete' });
      expect(reader.isInOrder).toBe(true);
      expect(await maya.saved(b, sent)).toMatchObject({ status: 'complete', content: reader.text });
    }
    expect(await maya.unitsUsed(a)).toBe(units + answers.length);
    expect(await world.table()`select id from turns where status = 'streaming'`).toHaveLength(0);
    for (const place of [a, b]) expect(place.hasExited(), place.output()).toBe(false);
  },
);

test('PostgreSQL is killed while idle: the next request works', async () => {
  await using world = await startWorld({ on: 'postgres', processes: 2 });
  const maya = await signIn(world.process(0), DEMO.email);
  await maya.unitsUsed(world.process(1));
  restartPostgres(await ownCluster());
  for (const place of [world.process(0), world.process(1)])
    await eventually('the product works again', () => maya.unitsUsed(place), { withinMs: SETTLED_WITHIN_MS });
  // Signals between processes have to arrive again as well.
  const { sent, reader } = await maya.ask(world.process(0), 'Tell me more [sandbox: slow]');
  await reader.untilLength(1);
  await maya.at(world.process(1)).chat.stop.mutate({ messageId: sent.answer.id });
  expect(await reader.untilEnd(3_000)).toMatchObject({ status: 'stopped' });
});

test('PostgreSQL is gone when a step outside ends and an answer is being written: both runs go on, and everything happens once', async () => {
  await using web = await startWebReceiver();
  await using world = await startWorld({ on: 'postgres', processes: 2, environment: web.environment });
  const [owner] = await addOwners(world, 1);
  const { url } = web;
  web.hold(() => true);
  const call = await owner?.run([
    aStep('template', 's1', 'Offer', url),
    aStep('webhook', 's2', 'Call', url),
    aStep('note', 's3', 'Called', url),
    aStep('email', 's4', 'Called', url),
  ]);
  await eventually('the call is made', () => web.held().length === 1, { withinMs: SETTLED_WITHIN_MS });
  await owner?.run([aStep('ask', 's1', 'Today', url), aStep('post', 's2', 'Today', url)]);
  const { answered } = world.model.tasks;
  await eventually('an answer is being written', () => answered.has('automation-run'), { withinMs: SETTLED_WITHIN_MS });
  const cluster = await ownCluster();
  stopPostgres(cluster);
  web.letPass();
  for (const index of [0, 1]) {
    const isReady = async () => (await fetch(`${world.process(index).url}/health/ready`)).status === 200;
    await eventually('it knows that', async () => !(await isReady()), { withinMs: SETTLED_WITHIN_MS });
  }
  startPostgres(cluster);

  const isDone = (runs: Awaited<ReturnType<typeof findRuns>>) => runs.every(({ status }) => status === 'done');
  const settled = async () => isDone((await findRuns(world)).filter(({ id }) => id === call));
  await eventually('the run with the call goes on', settled, { withinMs: SETTLED_WITHIN_MS });
  // The answer is written again, once its job's heartbeat is missed.
  const database = await openDatabase({ url: world.databaseUrl, poolMax: 1 });
  try {
    await loseProcesses(database);
  } finally {
    await database.close();
  }
  await eventually('both runs are done', async () => isDone(await findRuns(world)), { withinMs: 40_000 });
  expect(await effectsIn(world)).toMatchObject({
    email: ['Called'],
    note: ['The note is Called'],
    post: ['Today'],
    uses: ['messages counted', 'templates counted'],
  });
  expect(web.calls).toHaveLength(1);
});
