import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ask, call } from './ask.mjs';
import { HOSTILE_ADDRESSES } from './hostile-website.mjs';

const NETWORK = 910;
const TEXTS = 13;
const TEXT_BYTES = 4_000_000;
/** The browser sends this many at a time. */
const UPLOADS_AT_A_TIME = 2;
const LOOK_EVERY_MS = 1_000;
const GIVE_UP_MS = 15 * 60_000;

const text = Buffer.from('We ship every order within two days of the payment, everywhere.\n'.repeat(70_000)).subarray(
  0,
  TEXT_BYTES,
);

/** Has one account add hostile pages, sites and long texts, wait until they are read, remove them and start over. */
export async function addHostileSources({ port, people, rounds }) {
  const { cookie } = people[0];
  const counts = new Map();
  const note = (what) => counts.set(what, (counts.get(what) ?? 0) + 1);
  const send = async (path, input) => {
    const { status, problem } = await ask(port, NETWORK, call(path, input, cookie));
    if (status !== 200) note(`${path}: ${status === 0 ? problem : status}`);
  };
  const upload = async () => {
    const target = `/brain/files/${randomUUID()}?name=prices.txt`;
    const { status, problem } = await ask(port, NETWORK, {
      method: 'POST',
      target,
      headers: [['cookie', cookie]],
      body: text,
    });
    if (status !== 200) note(`upload: ${status === 0 ? problem : status}`);
  };
  const uploadSome = async (count) => {
    for (let done = 0; done < count; done += 1) await upload();
  };
  const list = async () => {
    const { body } = await ask(port, NETWORK, { target: '/trpc/brain.sources.list', headers: [['cookie', cookie]] });
    return [...body.matchAll(/"id":"([0-9a-f-]{36})"[^{}]*?"state":"(\w+)"/g)].map(([, id, state]) => ({ id, state }));
  };
  const untilRead = async () => {
    const until = performance.now() + GIVE_UP_MS;
    for (;;) {
      const sources = await list();
      const isOver = sources.every(({ state }) => state === 'ready' || state === 'failed');
      if ((sources.length > 0 && isOver) || performance.now() > until) return sources;
      await wait(LOOK_EVERY_MS);
    }
  };

  for (let round = 0; round < rounds; round += 1) {
    for (const page of HOSTILE_ADDRESSES) await send('brain.sources.addPage', { id: randomUUID(), ...page });
    const shares = [Math.ceil(TEXTS / UPLOADS_AT_A_TIME), Math.floor(TEXTS / UPLOADS_AT_A_TIME)];
    await Promise.all(shares.map(uploadSome));
    for (const { id, state } of await untilRead()) {
      note(state);
      await send('brain.sources.remove', { sourceId: id });
    }
  }
  return [...counts].map(([what, times]) => `${times} x ${what}`).join(', ');
}
