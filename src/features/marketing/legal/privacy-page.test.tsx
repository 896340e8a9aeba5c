import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Processor } from '#contract/site/processors.ts';
import type { Site } from '#src/domain/site/site.ts';
import { PrivacyPage } from './privacy-page.tsx';

async function draw(processors: Processor[], publicUrl = 'https://tenfold.example'): Promise<string> {
  const root = createRootRouteWithContext<{ site: Pick<Site, 'publicUrl' | 'supportEmail' | 'processors'> }>()();
  const page = createRoute({ getParentRoute: () => root, path: '/', component: PrivacyPage });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory(),
    context: { site: { publicUrl, supportEmail: 'support@tenfold.example', processors } },
    isServer: true,
  });
  await router.load();
  return renderToStaticMarkup(<RouterProvider router={router} />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');
}

it('names the companies that receive data as configured, and no others', async () => {
  const text = await draw([
    { role: 'model', host: 'api.anthropic.com' },
    { role: 'mail', host: 'mail.example' },
    { role: 'payments', host: 'api.stripe.com' },
  ]);
  expect(text).toContain('The model provider (api.anthropic.com)');
  expect(text).toContain('The email provider (mail.example)');
  expect(text).toContain('Stripe (api.stripe.com)');
  expect(text).not.toContain('The message provider');
  expect(text).not.toContain('sandbox');
});

it('says where the sandbox stands in', async () => {
  const text = await draw([{ role: 'model', host: null }]);
  expect(text).toContain('The model provider (sandbox)');
  expect(text).toContain('Nothing leaves the server for it.');
});

it('names the cookies as they are called here', async () => {
  expect(await draw([])).toContain('__Host-session');
  expect(await draw([], 'http://localhost:3000')).not.toContain('__Host-');
});

it('says that facts keep their history, and that preferences are kept', async () => {
  const text = await draw([]);
  expect(text).toContain('What a newer fact replaced stays in its history until you delete it.');
  expect(text).toContain('How you like your answers: their length, emojis and sign-off, the words to avoid');
});

it('says what is never kept, and what stays in a private chat', async () => {
  const text = await draw([]);
  expect(text).toContain('are never kept as facts, not even if you say “remember.”');
  expect(text).toContain('stays in that chat, even if you turn private off later');
});

it('says how long newsletter data and messages are kept, and why there is no cookie banner', async () => {
  const text = await draw([]);
  expect(text).toContain('delete it after 30 days');
  expect(text).toContain('We keep them for 365 days');
  expect(text).toContain('That’s why you don’t see a cookie banner');
});
