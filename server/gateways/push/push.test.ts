import { Socket } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Dial } from '#server/gateways/web/connection.ts';
import { createLog } from '#server/lib/log.ts';
import { PUBLIC_ADDRESS } from '#tests/support/web/pretend-web.ts';
import { startPushService, VAPID_KEYS, type PushService } from '#tests/support/web/push-service.ts';
import { createPushGateway, PUSH_LIMITS } from './push.ts';

let service: PushService;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.close());
beforeEach(() => {
  service.messages.length = 0;
  service.answer(201);
  service.stopAt(null);
});

const MESSAGE = { title: 'Emmie answered you', body: 'Spring mailing', path: '/dashboard/emmie', tag: 'answer:1' };
const settings = {
  publicKey: VAPID_KEYS.VAPID_PUBLIC_KEY,
  privateKey: VAPID_KEYS.VAPID_PRIVATE_KEY,
  subject: 'mailto:support@tenfold.example',
};
const gateway = (standIns: ReadonlyMap<string, URL> = service.standIns, limits = PUSH_LIMITS) =>
  createPushGateway(settings, createLog('silent'), { standIns }, limits);
const stillRunning = new AbortController().signal;
function aBrowser() {
  const { endpoint, keys } = service.subscribe();
  return { endpoint, ...keys };
}

test('a message reaches the browser encrypted for it and signed by us, for a day, one per tag', async () => {
  const browser = aBrowser();
  expect(await gateway().send(browser, MESSAGE, stillRunning)).toBe('sent');
  expect(service.messages).toMatchObject([
    {
      endpoint: browser.endpoint,
      subject: 'mailto:support@tenfold.example',
      headers: {
        ttl: '86400',
        'content-encoding': 'aes128gcm',
        topic: expect.stringMatching(/^[\w-]{1,32}$/) as string,
      },
    },
  ]);
  expect(JSON.parse(service.messages[0]?.text ?? '')).toEqual(MESSAGE);
  const [topic, other] = [service.messages[0]?.headers.topic, aBrowser()];
  for (const to of [browser, other]) await gateway().send(to, MESSAGE, stillRunning);
  expect(service.messages.map(({ headers }) => headers.topic === topic)).toEqual([true, true, false]);
});

describe('an answer of the push service', () => {
  test.each([
    [404, 'gone'],
    [410, 'gone'],
    [429, 'later'],
    [500, 'later'],
    [503, 'later'],
    [302, 'failed'],
    [400, 'failed'],
    [403, 'failed'],
    [413, 'failed'],
  ] as const)('%d means %s', async (status, outcome) => {
    service.answer(status);
    expect(await gateway().send(aBrowser(), MESSAGE, stillRunning)).toBe(outcome);
  });

  test('that doesn’t come isn’t waited for, and may have been a delivery', async () => {
    service.stopAt('answer');
    expect(
      await gateway(service.standIns, { ...PUSH_LIMITS, totalMs: 100 }).send(aBrowser(), MESSAGE, stillRunning),
    ).toBe('failed');
  });

  test('that can’t come, because nothing listens, is tried later', async () => {
    const closed = await startPushService();
    await closed.close();
    expect(await gateway(closed.standIns).send(aBrowser(), MESSAGE, stillRunning)).toBe('later');
  });
});

test.each([['127.0.0.1'], ['169.254.169.254'], [PUBLIC_ADDRESS, '10.0.0.1'], []])(
  'nothing is sent to a push service whose name leads to %s %s',
  async (...addresses) => {
    const dial = vi.fn<Dial>();
    const inside = createPushGateway(settings, createLog('silent'), {
      standIns: new Map(),
      resolve: async () => addresses,
      dial,
    });
    const browser = { ...aBrowser(), endpoint: 'https://fcm.googleapis.com/fcm/send/abc' };
    expect(await inside.send(browser, MESSAGE, stillRunning)).toBe('later');
    expect(dial).not.toHaveBeenCalled();
  },
);

test('a push service is dialed on port 443, with its own certificate', async () => {
  const dial = vi.fn<Dial>(() => new Socket().destroy(new Error('nobody answers')));
  const closed = createPushGateway(settings, createLog('silent'), {
    standIns: new Map(),
    resolve: async () => [PUBLIC_ADDRESS],
    dial,
  });
  const browser = { ...aBrowser(), endpoint: 'https://web.push.apple.com/abc' };
  expect(await closed.send(browser, MESSAGE, stillRunning)).toBe('later');
  expect(dial.mock.calls).toEqual([[{ address: PUBLIC_ADDRESS, port: 443, tlsName: 'web.push.apple.com' }]]);
});

test('keys that nothing can be encrypted with belong to no browser', async () => {
  const broken = { ...aBrowser(), p256dh: 'p'.repeat(87) };
  expect(await gateway().send(broken, MESSAGE, stillRunning)).toBe('gone');
  expect(service.messages).toEqual([]);
});

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://web.push.apple.com/abc', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=abc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/abc', false],
  ['https://someone:secret@fcm.googleapis.com/abc', false],
  ['https://fcm.googleapis.com.evil.example/abc', false],
  ['https://evilfcm.googleapis.com/abc', false],
  ['https://evil.example/fcm.googleapis.com', false],
  ['https://127.0.0.1/abc', false],
  ['https://[::1]/abc', false],
  ['https://169.254.169.254/latest/meta-data', false],
  ['https://localhost/abc', false],
  ['https://push.example/abc', false],
  ['fcm.googleapis.com', false],
])('the endpoint %s is one that we send to: %s', async (endpoint, isOne) => {
  expect(gateway(new Map()).accepts(endpoint)).toBe(isOne);
  if (!isOne) expect(await gateway(new Map()).send({ ...aBrowser(), endpoint }, MESSAGE, stillRunning)).toBe('gone');
});
