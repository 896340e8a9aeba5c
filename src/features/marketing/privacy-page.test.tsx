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

it('names who receives something, as it is configured, and nobody who is not', async () => {
  const text = await draw([
    { role: 'model', host: 'api.anthropic.com' },
    { role: 'mail', host: 'mail.example' },
    { role: 'payments', host: 'api.stripe.com' },
  ]);
  expect(text).toContain('The model provider (api.anthropic.com)');
  expect(text).toContain('The mail provider (mail.example)');
  expect(text).toContain('Stripe (api.stripe.com)');
  expect(text).not.toContain('The message provider');
  expect(text).not.toContain('sandbox');
});

it('says where the sandbox stands in', async () => {
  const text = await draw([{ role: 'model', host: null }]);
  expect(text).toContain('The model provider (sandbox)');
  expect(text).toContain('Nothing leaves the server for it.');
});

it('names the cookies by the names that they have here', async () => {
  expect(await draw([])).toContain('__Host-session');
  expect(await draw([], 'http://localhost:3000')).not.toContain('__Host-');
});

it('says how long letters and messages are kept, and why no banner asks', async () => {
  const text = await draw([]);
  expect(text).toContain('removed after 30 days');
  expect(text).toContain('We keep it for 365 days');
  expect(text).toContain('That is why no banner asks for your consent');
});
