import { randomUUID } from 'node:crypto';
import { recipe } from '../fuzz/recipe.mjs';
import { bytesOf } from '../fuzz/wire.mjs';
import { addressOf, ask, call } from './ask.mjs';
import { addHostileSources } from './hostile-sources.mjs';
import { holdOpen } from './hold-open.mjs';

const EXPORTS = 50;
const SIGN_INS = 100;
const CONNECTIONS = 500;
const SIGN_UPS = 20;
const DOTS = 255_000;
const HELD_MS = 8_000;

function summary(answers) {
  const counts = Map.groupBy(answers, ({ status, problem }) => (status === 0 ? problem : status));
  return [...counts].map(([what, list]) => `${list.length} x ${what}`).join(', ');
}

async function allAtOnce(list, work) {
  return summary(await Promise.all(list.map(work)));
}

/** One person follows one long answer many times over. */
async function followManyTimes({ port, people }) {
  const { cookie } = people[0];
  const input = { id: randomUUID(), assistantId: 'brain_ai', conversationId: null, text: '[sandbox: long]' };
  const sent = await ask(port, 900, call('chat.send', input, cookie));
  const messageId = /"answer":\{[^{}]*"id":"([0-9a-f-]{36})"/.exec(sent.body)?.[1];
  if (!messageId) return `no answer to follow: ${sent.status} ${sent.body.slice(0, 200)}`;
  const target = `/trpc/live.follow?${new URLSearchParams({ input: JSON.stringify({ answers: [{ messageId, attempt: 0, offset: 0 }] }) })}`;
  const request = {
    ...recipe({
      target,
      headers: [
        ['cookie', cookie],
        ['accept', 'text/event-stream'],
      ],
    }),
    address: addressOf(901),
  };
  return holdOpen({ port, count: CONNECTIONS, bytes: bytesOf(request), ms: HELD_MS });
}

function signUps() {
  const inputs = Array.from({ length: SIGN_UPS }, (_, index) => [
    index,
    { email: `new-${index}-${randomUUID()}@example.com`, password: 'forty warm bowls' },
  ]);
  const paths = inputs.map(() => 'auth.signUp').join(',');
  return { ...call(paths, Object.fromEntries(inputs)), target: `/trpc/${paths}?batch=1` };
}

/** What is done to the product, one thing after another. Each reports the outcome in a few words. */
export const ROWS = [
  {
    name: `${EXPORTS} exports at once`,
    work: ({ port, people }) =>
      allAtOnce(people.slice(0, EXPORTS), ({ cookie }, index) =>
        ask(port, index, { target: '/account/export', headers: [['cookie', cookie]] }),
      ),
  },
  {
    name: `${SIGN_INS} sign-ins at once`,
    work: ({ port, people }) =>
      allAtOnce(people.slice(0, SIGN_INS), ({ email, password }, index) =>
        ask(port, 300 + index, call('auth.signIn', { email, password })),
      ),
  },
  {
    name: `${CONNECTIONS} half-open connections`,
    work: ({ port }) =>
      holdOpen({ port, count: CONNECTIONS, bytes: 'GET / HTTP/1.1\r\nhost: localhost\r\nx-half: ', ms: HELD_MS }),
  },
  { name: `${CONNECTIONS} streams of one person`, work: followManyTimes },
  { name: `one batch of ${SIGN_UPS} sign-ups`, work: async ({ port }) => summary([await ask(port, 902, signUps())]) },
  {
    name: `${DOTS.toLocaleString('en-US')} dots between two @`,
    work: async ({ port }) =>
      summary([await ask(port, 903, call('auth.signIn', { email: `a@${'.'.repeat(DOTS)}@`, password: 'x' }))]),
  },
  { name: 'hostile pages, sites and texts of one account', work: addHostileSources },
];
