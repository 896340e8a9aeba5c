import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY_MS } from '#contract/billing/plans.ts';
import { createApp } from '#server/app.ts';
import { aPerson } from '#tests/support/people.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { createRendering, type Rendering } from './rendering.ts';
import { siteFacts } from './site-facts.ts';

let world: TestApp;
let rendering: Rendering;
let app: ReturnType<typeof createApp>;
beforeAll(async () => {
  world = await createTestApp();
  const { container } = world;
  const site = siteFacts(container.config, { sandboxInboxUrl: null, providers: [], hasPhoneFactor: false });
  rendering = await createRendering({ site, container });
  app = createApp(container, { rendering });
});
afterAll(() => rendering.close());

const get = (path: string, cookie = '') => app.request(path, { headers: cookie === '' ? {} : { cookie } });

describe('a page that the server draws', () => {
  test.each(['/', '/blog?q=mail', '/checkout', '/dashboard'])(
    '%s brings a renewed session to the browser',
    async (path) => {
      const { cookie } = await aPerson(world);
      expect((await get(path, cookie())).headers.get('set-cookie')).toBeNull();
      world.clock.advance(8 * DAY_MS);
      expect((await get(path, cookie())).headers.get('set-cookie')).toContain(cookie());
    },
  );

  test('knows who asks: signed out, in a trial, signed in', async () => {
    const [trial, member] = [await aPerson(world, { plan: 'trial' }), await aPerson(world, { plan: 'pro' })];
    const [forGuest, forTrial, forMember] = await Promise.all(
      ['', trial.cookie(), member.cookie()].map(async (cookie) => (await get('/', cookie)).text()),
    );
    expect(forGuest).toContain('Sign in');
    expect(forGuest).toContain('discount=first-time');
    expect(forTrial).toContain('Start Pro Free Trial');
    expect(forTrial).toContain('urgent=true');
    expect(forMember).toContain('Choose Pro');
    // What was cached for one is never another's.
    expect(await (await get('/')).text()).toBe(forGuest);
    expect(await (await get('/', 'session=unknown')).text()).toBe(forGuest);
  });

  test('leads somebody signed out from the checkout to the sign-in, with everything that the address carries', async () => {
    const { status, headers } = await get('/checkout?plan=pro&discount=first-time');
    expect(status).toBe(307);
    const to = new URL(headers.get('location') ?? '', 'http://localhost');
    expect(to.pathname).toBe('/auth');
    expect(to.searchParams.get('redirect')).toBe('/checkout?plan=pro&discount=first-time');
  });

  test('with what was typed, after a form was refused, is cached for nobody', async () => {
    const response = await app.request('/newsletter', {
      method: 'POST',
      body: new URLSearchParams({ email: 'nobody' }),
    });
    expect([response.status, response.headers.get('cache-control')]).toEqual([400, 'no-store']);
    expect(await response.text()).toContain('value="nobody"');
  });

  test('an address without a page answers 404 with the way home', async () => {
    const response = await get('/nowhere');
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('Oops! Page not found');
  });
});
