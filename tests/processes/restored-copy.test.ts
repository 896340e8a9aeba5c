import { expect, test } from 'vitest';
import { DEMO, DEMO_PASSWORD } from '#db/demo/demo-account.ts';
import { eventually } from './support/eventually.ts';
import { startWorld } from './support/world.ts';

const post = (url: string, body: object) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: new URL(url).origin.replace('127.0.0.1', 'localhost') },
    body: JSON.stringify(body),
  });

test('a copy refuses another key in a sentence, sends nothing while jobs are off, and closes demo accounts in production', async () => {
  await using world = await startWorld({ on: 'postgres' });
  const stop = async () => {
    world.process(0).signal('SIGTERM');
    await world.process(0).exited;
  };
  const refusal = (changed: Record<string, string>) => world.begin(0, changed).then(() => 'started', String);
  await stop();

  const withoutKey = await refusal({ APP_SECRET: 'a key that nothing in the copy knows' });
  expect(withoutKey).toContain('This database was used with another key');
  expect(withoutKey).toContain('Set APP_SECRET to the key of the installation');
  expect(withoutKey).not.toMatch(/^\s+at .*app-secrets/m);
  expect(await refusal({ NODE_ENV: 'prod' })).toContain(
    'NODE_ENV: must be production, development or test, not "prod"',
  );

  const silent = await world.begin(0, { START_JOBS: 'off' });
  expect(await (await fetch(`${silent.url}/health/ready`)).json()).toMatchObject({ status: 'ok', jobs: 'off' });
  const email = 'nora@ledgerly.example';
  expect((await post(`${silent.url}/auth/v1/signup`, { email, password: 'glaze and kiln 7' })).status).toBe(200);
  const message = { topic: 'question', name: 'Nora', email, message: 'Do you ship to Norway?' };
  expect((await post(`${silent.url}/trpc/contact.send`, message)).status).toBe(200);
  await stop();
  expect(world.mail.acceptedIds()).toEqual([]);

  const live = await world.begin(0, { NODE_ENV: 'production', WEB_STAND_INS: '' });
  expect(live.output()).toContain(`closed ${DEMO.email}, free@tenfold.test, limit@tenfold.test`);
  const demo = { email: DEMO.email, password: DEMO_PASSWORD };
  expect((await post(`${live.url}/auth/v1/token?grant_type=password`, demo)).status).toBe(400);
  await eventually('the message is sent', () => world.mail.acceptedIds().length === 2, { withinMs: 10_000 });
  // The email of the sign-up was for a person who isn't there.
  expect((await world.inbox()).map(({ to }) => to).toSorted()).toEqual(['hello@tenfold.example', email]);
});
