import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { DEMO_STATEMENTS } from '#db/demo/demo-facts.ts';
import { listDeadLetters, listQueues } from '#db/queries/jobs/job-overview.ts';
import { INTERVALS, QUEUE_NAMES } from '#server/jobs/queues.ts';
import { eventTypes } from '#tests/support/stripe-world.ts';
import { eventually } from './support/eventually.ts';
import {
  ALL_EMAILS,
  EMAILS,
  LEARNED,
  liveUntilDue,
  makeEverythingDue,
  SEEN,
  STRIPE_KINDS,
  WORLD,
  type Prepared,
} from './support/every-kind.ts';
import { guest, tokenIn } from './support/shop.ts';
import { EMBEDDED, MODEL_TASKS, type TaskStopsAt } from './support/model-tap.ts';
import type { EmailStopsAt } from './support/mail-tap.ts';
import type { CallStopsAt } from './support/stripe-tap.ts';
import { startWorld, type World } from './support/world.ts';

/** A missed heartbeat, the search for it, a pause and a poll. */
const RECOVERED_WITHIN_MS = 120_000;
const STOPPED_WITHIN_MS = 30_000;
/** What is due by then is unfinished: a job that another has just made is due a moment after we read the clock, and a push in seconds. */
const SOON_MS = 20_000;
/** `npm run test:full` runs each of these three times in a row. */
const repeats = Number(process.env.TIMES ?? (process.env.TEST_FULL ? 3 : 1)) - 1;

/** When the process is killed: where its emails have stopped, which call to Stripe has and where, and where what the model does besides answering has, and what a browser is to show. */
type Moment = {
  title: string;
  email: EmailStopsAt | null;
  call: 'first' | 'effect';
  at: CallStopsAt;
  task: TaskStopsAt | null;
};
const SAMPLE: Moment[] = [
  { title: 'before the effect of each job', email: 'message', call: 'first', at: 'request', task: 'request' },
  {
    title: 'after each effect and before that was known',
    email: 'acceptance',
    call: 'effect',
    at: 'answer',
    task: 'answer',
  },
];
const KNOWN: Moment = {
  title: 'after each effect was known',
  email: null,
  call: 'effect',
  at: 'next call',
  task: null,
};

/** These start what another job carries out, in one transaction, or change nothing outside: done twice is done once. */
const HARMLESS = ['automation-due', 'automation-event', 'automation-rehearsal', 'source-reading', 'website-reading'];

/** Begins only while the mail server is down; `emails-after-crashes.test.ts` has its process die. */
const ELSEWHERE = 'account-email';

test('every kind of job that isn’t repeated is killed below, or harmless', () => {
  const killed = [...Object.keys(EMAILS), ...Object.keys(STRIPE_KINDS), ...MODEL_TASKS, 'push', ELSEWHERE, ...HARMLESS];
  expect(killed.toSorted()).toEqual(QUEUE_NAMES.filter((queue) => !INTERVALS.has(queue)).toSorted());
});

async function stoppedCalls({ shop, customers }: Prepared, call: Moment['call']) {
  return Promise.all(
    Object.entries(STRIPE_KINDS).map(async ([name, kind]) => {
      const ids = await shop.idsOf(customers.get(kind.whose) ?? '');
      return { name, call: kind[call], ids };
    }),
  );
}

/** How often each of these happened at Stripe. */
async function happenedAt({ shop, customers }: Prepared) {
  const found = Object.entries(STRIPE_KINDS).map(async ([name, { whose, happened }]) => {
    const types = await eventTypes(shop.stripe, customers.get(whose));
    const count = (wanted: string) => types.filter((type) => type === wanted).length;
    return [name, Object.fromEntries(Object.keys(happened).map((type) => [type, count(type)]))];
  });
  return Object.fromEntries(await Promise.all(found)) as unknown;
}
const HAPPENED = Object.fromEntries(Object.entries(STRIPE_KINDS).map(([name, { happened }]) => [name, happened]));

/** How often each email is in the inbox. */
async function arrivals(world: World): Promise<Record<string, number>> {
  const inbox = await world.inbox();
  const count = ({ to, subject }: { to: string; subject: string }) =>
    inbox.filter((email) => email.to === to && email.subject.startsWith(subject)).length;
  return Object.fromEntries(ALL_EMAILS.map((email) => [`${email.subject} to ${email.to}`, count(email)]));
}

const RECIPIENTS = Object.values(EMAILS).map(({ to }) => to);

/** What stopped has to be sent again, even if it had arrived. */
async function untilAllIsDone(world: World, prepared: Prepared, { email: stopped }: Moment): Promise<void> {
  let found: unknown;
  const isDone = async () => {
    const [emails, happened] = [await arrivals(world), await happenedAt(prepared)];
    const unsent = stopped === null ? [] : RECIPIENTS.filter((to) => !world.mail.accepted().has(to));
    found = { emails, happened, unsent };
    const areThere = Object.values(emails).every((count) => count > 0);
    return areThere && unsent.length === 0 && JSON.stringify(happened) === JSON.stringify(HAPPENED);
  };
  await eventually('everything is done', isDone, { withinMs: RECOVERED_WITHIN_MS }).catch((error: unknown) => {
    throw new Error(`so far: ${JSON.stringify(found, null, 2)}`, { cause: error });
  });
}

/** What the database holds at the end. Ends the process if only it can use the database. */
async function leftIn(world: World) {
  const isEmbedded = world.databaseUrl === '';
  if (isEmbedded) {
    world.process(0).signal('SIGTERM');
    await world.process(0).exited;
  }
  const location = isEmbedded ? { directory: join(world.folder, 'data-a') } : { url: world.databaseUrl, poolMax: 1 };
  const { db, close } = await openDatabase(location);
  try {
    // Not what the demo account knows.
    const isNew = sql<boolean>`facts.statement <> all (${DEMO_STATEMENTS}::text[])`;
    const facts = await db.selectFrom('facts').select('statement').where(isNew).orderBy('statement').execute();
    const factVectors = await db
      .selectFrom('fact_vectors')
      .innerJoin('facts', 'facts.id', 'fact_vectors.fact_id')
      .select('fact_id')
      .where(isNew)
      .execute();
    // Nor the file in one of its chats.
    const sources = await db.selectFrom('sources').select(['id', 'state']).where('scope', '=', 'team').execute();
    const passageVectors = await db
      .selectFrom('passage_vectors')
      .innerJoin('passages', 'passages.id', 'passage_vectors.passage_id')
      .select('passage_id')
      .where(
        'source_id',
        'in',
        sources.map(({ id }) => id),
      )
      .execute();
    const queues = await listQueues(db, new Date((await world.now()).getTime() + SOON_MS));
    const unfinished = queues.filter((one) => !INTERVALS.has(one.queue) && one.waiting + one.running > 0);
    const people = await db
      .selectFrom('users')
      .innerJoin('profiles', 'profiles.user_id', 'users.id')
      .select(['email', 'subscription_tier as tier'])
      .where('email', 'like', '%@ledgerly.example')
      .orderBy('email')
      .execute();
    return {
      unfinished: unfinished.map(({ queue }) => queue),
      deadLetters: await listDeadLetters(db, 10),
      facts: facts.map(({ statement }) => statement),
      summaries: (await db.selectFrom('conversation_summaries').select('revision').execute()).map(
        ({ revision }) => revision,
      ),
      vectors: factVectors.length + passageVectors.length,
      // Not those that the demo account has.
      runs: await db
        .selectFrom('automation_runs')
        .select(['status', 'messages', 'occasion'])
        .where('cause', '=', 'schedule')
        .execute(),
      written: (await db.selectFrom('notices').select('subject').where('topic', '=', 'automation_notice').execute())
        .length,
      sources: sources.map(({ state }) => state),
      tiers: Object.fromEntries(people.map(({ email, tier }) => [email.split('@')[0], tier])),
    };
  } finally {
    await close();
  }
}
const LEFT = {
  unfinished: [],
  deadLetters: [],
  facts: [LEARNED, SEEN, EMBEDDED],
  // Of these facts, and of the picture's passage.
  vectors: 4,
  sources: ['ready'],
  runs: [{ status: 'done', messages: 1, occasion: 'slot 2026-11-14T00:03:00.000Z' }],
  written: 1,
  summaries: [1],
  tiers: { payer: 'pro', refunded: 'free', twice: 'starter' },
};

/** Starts the only process again, and waits until it has run a job. */
async function beginWithJobs(world: World): Promise<void> {
  await world.begin(0);
  const email = `${randomUUID()}@example.com`;
  await guest(world).newsletter.subscribe.mutate({ email });
  await tokenIn(world, email);
}

/** Kills the process when every job is at this moment, and sees that the next one finishes each, once. */
async function surviveKill(world: World, moment: Moment): Promise<void> {
  const prepared = await liveUntilDue(world);
  const calls = await stoppedCalls(prepared, moment.call);
  world.stripe.stopAt(moment.at, calls);
  if (moment.email) world.mail.stopAt(moment.email, RECIPIENTS);
  else world.mail.letPass();
  world.model.stopTasksAt(moment.task);
  world.push.stopAt(moment.task);
  await makeEverythingDue(world, prepared);
  const isWaitedFor = () => {
    const emails = moment.email ? world.mail.stopped() : world.mail.accepted();
    const missing = RECIPIENTS.filter((to) => !emails.has(to));
    const { stopped, answered } = world.model.tasks;
    const tasks = MODEL_TASKS.filter((task) => !(moment.task === null ? answered : stopped).has(task));
    const unstopped = calls.map(({ name }) => name).filter((name) => !world.stripe.stopped().has(name));
    const { stopped: isPushStopped, messages } = world.push;
    const isPushed = moment.task === null ? messages.length > 0 : isPushStopped();
    return [...missing, ...unstopped, ...tasks, ...(isPushed ? [] : ['push'])];
  };
  const isStopped = () => isWaitedFor().length === 0;
  await eventually('every job has got that far', isStopped, { withinMs: STOPPED_WITHIN_MS }).catch((error: unknown) => {
    throw new Error(`still missing: ${isWaitedFor().join(', ')}`, { cause: error });
  });
  world.process(0).signal('SIGKILL');
  await world.process(0).exited;
  world.stripe.letPass();
  world.mail.letPass();
  world.model.stopTasksAt(null);
  world.push.stopAt(null);
  await world.begin(0);

  await untilAllIsDone(world, prepared, moment);
  const findEnd = async () => {
    const left = await leftIn(world);
    if (left.unfinished.length === 0) return left;
    if (world.process(0).hasExited()) await beginWithJobs(world);
    return null;
  };
  expect(await eventually('nothing is left', findEnd, { withinMs: RECOVERED_WITHIN_MS })).toEqual(LEFT);
  expect(await happenedAt(prepared)).toEqual(HAPPENED);
  const emails = await arrivals(world);
  expect(emails).toEqual(Object.fromEntries(Object.keys(emails).map((email) => [email, 1])));
  // Never twice: what may have been shown isn't sent again, although this one wasn't.
  expect(world.push.messages).toHaveLength(moment.task === 'request' ? 0 : 1);
}

describe.concurrent.each(['embedded', 'postgres'] as const)('kill -9 on the %s database', (on) => {
  async function killAt(moment: Moment): Promise<void> {
    await using world = await startWorld({ on, ...WORLD });
    await surviveKill(world, moment).catch((error: unknown) => {
      throw new Error(world.process(0).output(), { cause: error });
    });
  }

  test.for(SAMPLE)('$title: each happens once', { repeats }, killAt);
  test(`${KNOWN.title}: each happens once`, { repeats, tags: ['full'] }, () => killAt(KNOWN));
});
