import { join } from 'node:path';
import { createTRPCClient, httpLink } from '@trpc/client';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { DEMO } from '#db/demo-account.ts';
import { listQueues } from '#db/queries/jobs/job-overview.ts';
import { INTERVALS } from '#server/jobs/queues.ts';
import type { AppRouter } from '#server/trpc/root.ts';
import { eventually } from './support/eventually.ts';
import type { StopsAt } from './support/mail-tap.ts';
import { signIn } from './support/person.ts';
import { startWorld, type World } from './support/world.ts';

/** A missed heartbeat, the search for it, a pause and a poll. */
const RECOVERED_WITHIN_MS = 120_000;

/** Every kind of email that can be caused from outside, with whom it goes to and how its subject begins. */
const EMAILS: Record<string, { to: string; subject: string; cause: (world: World) => Promise<unknown> }> = {
  'contact-email': {
    to: 'hello@tenfold.example',
    subject: 'Contact form',
    cause: (world) =>
      guest(world).contact.send.mutate({
        name: 'Maya',
        email: 'maya@fernandkiln.example',
        topic: 'question',
        message: 'Do you have a price for two shops?',
        leave_empty: '',
      }),
  },
  'contact-receipt': { to: 'maya@fernandkiln.example', subject: 'We got your message', cause: async () => undefined },
  'newsletter-confirmation': {
    to: 'nora@ledgerly.example',
    subject: 'Confirm your Tenfold newsletter',
    cause: (world) => guest(world).newsletter.subscribe.mutate({ email: 'nora@ledgerly.example' }),
  },
  'security-email': {
    to: DEMO.email,
    subject: 'Signed out everywhere',
    cause: async (world) =>
      (await signIn(world.process(0), DEMO.email)).at(world.process(0)).account.signOutEverywhere.mutate(),
  },
};
const guest = (world: World) =>
  createTRPCClient<AppRouter>({ links: [httpLink({ url: `${world.process(0).url}/trpc` })] });

async function arrivals(world: World): Promise<Record<string, number>> {
  const inbox = await world.inbox();
  const count = ({ to, subject }: { to: string; subject: string }) =>
    inbox.filter((email) => email.to === to && email.subject.startsWith(subject)).length;
  return Object.fromEntries(Object.entries(EMAILS).map(([kind, email]) => [kind, count(email)]));
}
const isEach = (count: number, found: Record<string, number>) => Object.values(found).every((one) => one === count);
const each = (count: number) => Object.fromEntries(Object.keys(EMAILS).map((kind) => [kind, count]));

/** Queues that still hold something other than a repeated job. Ends the process if only it can use the database. */
async function leftOver(world: World): Promise<string[]> {
  const isEmbedded = world.databaseUrl === '';
  if (isEmbedded) {
    world.process(0).signal('SIGTERM');
    await world.process(0).exited;
  }
  const location = isEmbedded ? { directory: join(world.folder, 'data-a') } : { url: world.databaseUrl, poolMax: 1 };
  const database = await openDatabase(location);
  try {
    const queues = await listQueues(database.db, new Date());
    return queues.filter(({ queue }) => !INTERVALS.has(queue)).map(({ queue }) => queue);
  } finally {
    await database.close();
  }
}

const MOMENTS: [string, StopsAt, number][] = [
  ['before the mail server greeted', 'greeting', 1],
  ['after it accepted an email and before that was known', 'acceptance', 2],
];

describe.concurrent.each(['embedded', 'postgres'] as const)('kill -9 on the %s database', (on) => {
  test.each(MOMENTS)('%s loses no email, and none arrives twice', async (_, stopsAt, acceptedEach) => {
    await using world = await startWorld({ on });
    world.mail.stopAt(stopsAt);
    for (const { cause } of Object.values(EMAILS)) await cause(world);
    const emails = Object.keys(EMAILS).length;
    await eventually('every email is on its way', () => world.mail.stopped() >= emails, { withinMs: 30_000 });
    world.process(0).signal('SIGKILL');
    await world.process(0).exited;
    world.mail.stopAt(null);
    await world.begin(0);
    const isOver = () => world.mail.accepted() >= emails * acceptedEach;
    await eventually('every email is sent again', isOver, { withinMs: RECOVERED_WITHIN_MS });
    await eventually('every email is there', async () => isEach(1, await arrivals(world)), {
      withinMs: RECOVERED_WITHIN_MS,
    });
    if (on === 'postgres')
      await eventually('nothing is left', async () => (await leftOver(world)).length === 0, {
        withinMs: RECOVERED_WITHIN_MS,
      });
    else expect(await leftOver(world)).toEqual([]);
    expect(await arrivals(world)).toEqual(each(1));
  });

  test('after the mail server’s answer loses no email, and none arrives twice', async () => {
    await using world = await startWorld({ on });
    for (const { cause } of Object.values(EMAILS)) await cause(world);
    const emails = Object.keys(EMAILS).length;
    await eventually('every email is accepted', () => world.mail.accepted() >= emails, { withinMs: 30_000 });
    world.process(0).signal('SIGKILL');
    await world.process(0).exited;
    await world.begin(0);
    if (on === 'postgres')
      await eventually('nothing is left', async () => (await leftOver(world)).length === 0, {
        withinMs: RECOVERED_WITHIN_MS,
      });
    else expect(await leftOver(world)).toEqual([]);
    expect(await arrivals(world)).toEqual(each(1));
  });
});
