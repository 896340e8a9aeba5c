import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
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

let responses: Response[] = [];
async function request(path: string, init?: RequestInit): Promise<Response> {
  const response = await app.request(path, init);
  responses.push(response);
  return response;
}
const get = (path: string, cookie = '') => request(path, { headers: cookie === '' ? {} : { cookie } });
// The router warns of a page that nobody has read after two minutes, in the middle of another test.
afterEach(async () => {
  for (const { bodyUsed, body } of responses) if (!bodyUsed) await body?.cancel();
  responses = [];
});

describe('a server-rendered page', () => {
  test.each(['/', '/blog?q=mail', '/checkout', '/dashboard'])(
    '%s brings a renewed session to the browser',
    async (path) => {
      const { cookie } = await aPerson(world);
      expect((await get(path, cookie())).headers.get('set-cookie')).toBeNull();
      world.clock.advance(8 * DAY_MS);
      expect((await get(path, cookie())).headers.get('set-cookie')).toContain(cookie());
    },
  );

  test('knows the visitor: signed out, in a trial, signed in', async () => {
    const [trial, member] = [await aPerson(world, { plan: 'trial' }), await aPerson(world, { plan: 'pro' })];
    const [forGuest, forTrial, forMember] = await Promise.all(
      ['', trial.cookie(), member.cookie()].map(async (cookie) => (await get('/', cookie)).text()),
    );
    expect(forGuest).toContain('Sign in');
    expect(forGuest).toContain('discount=first-time');
    expect(forTrial).toContain('Start Pro Free Trial');
    expect(forTrial).toContain('urgent=true');
    expect(forMember).toContain('Choose Pro');
    // A page cached for one visitor is never served to a different kind of visitor.
    expect(await (await get('/')).text()).toBe(forGuest);
    expect(await (await get('/', 'session=unknown')).text()).toBe(forGuest);
  });

  test('redirects a signed-out person from checkout to sign-in, keeping everything in the URL', async () => {
    const { status, headers } = await get('/checkout?plan=pro&discount=first-time');
    expect(status).toBe(307);
    const to = new URL(headers.get('location') ?? '', 'http://localhost');
    expect(to.pathname).toBe('/auth');
    expect(to.searchParams.get('redirect')).toBe('/checkout?plan=pro&discount=first-time');
  });

  test('the checkout comes with what the order depends on, so that it needs no call', async () => {
    const maya = await aPerson(world, { plan: 'free' });
    const page = await (await get('/checkout?plan=pro', maya.cookie())).text();
    expect(page).toContain('hasLivePlan');
    expect(page).not.toContain(maya.email);
    expect(await (await get('/auth', maya.cookie())).text()).not.toContain('hasLivePlan');
  });

  test('with a rejected form’s input is never cached', async () => {
    const response = await request('/newsletter', {
      method: 'POST',
      body: new URLSearchParams({ email: 'nobody' }),
    });
    expect([response.status, response.headers.get('cache-control')]).toEqual([400, 'no-store']);
    expect(await response.text()).toContain('value="nobody"');
  });

  test('a page that crashes on the server says so inside the site, with one way onward that needs no script', async () => {
    const { container } = world;
    const status = { ...container.services.status, get: () => Promise.reject(new Error('a secret')) };
    const site = siteFacts(container.config, { sandboxInboxUrl: null, providers: [], hasPhoneFactor: false });
    const broken = await createRendering({
      site,
      container: { ...container, services: { ...container.services, status } },
    });
    const response = await createApp(container, { rendering: broken }).request('/status');
    await broken.close();
    expect(response.status).toBe(500);
    const html = await response.text();
    expect(html).toContain('Something went wrong');
    expect(html).toMatch(/<a class="btn lg" href="">Refresh Page<\/a>/);
    expect(html).not.toContain('Try Again');
    expect(html).toContain('<footer');
    expect(html).not.toContain('a secret');
  });

  test('an unknown path answers 404 inside the site: a skip link first, one button, and other ways onward', async () => {
    const response = await get('/nowhere/at-all');
    expect(response.status).toBe(404);
    const html = await response.text();
    expect(html).toContain('Oops! Page not found');
    expect(html.indexOf('href="#main"')).toBeLessThan(html.indexOf('<header'));
    expect(html).toMatch(/<a(?=[^>]* href="\/")[^>]* class="btn lg"[^>]*>Return to Home/);
    expect(html.match(/class="btn(?: lg)?"/g), 'the only primary button').toHaveLength(1);
    for (const href of ['/#ai-team', '/#pricing', '/blog', '/auth', '/status', '/contact'])
      expect(html.slice(html.indexOf('Or try one of these'))).toContain(`<a href="${href}">`);
    expect(html).toContain('content="noindex"');
    expect(html).not.toContain('rel="canonical"');
  });

  test.each(['/dashboard/nobody', '/dashboard/settings/nothing', '/dashboard/a/b/c'])(
    '%s is unknown as well, and isn’t indexed',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(404);
      const html = await response.text();
      expect(html).toContain('<title>Page not found');
      expect(html).toContain('content="noindex"');
    },
  );
});
