import { RouterClient } from '@tanstack/react-router/ssr/client';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { browserReads } from '#src/domain/session/browser-reads.ts';
import { PageHydrationContext, type PageHydration } from '#src/hydration/page-hydration.ts';
import { announceStyles } from '#src/hydration/styles-in-page.ts';
import { UNKNOWN_SITE } from '#src/domain/site/unknown-site.ts';
import { createAppRouter } from './router.tsx';

// The page's policy forbids code from strings; zod would try it once, and the browser would report a violation.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
announceStyles(document);

// The router reloads the page if a script of it fails, because an update may have renamed it. Offline that would leave nothing of the app,
// so it must not recognize the error then; `isLoadFailure` does.
window.addEventListener('vite:preloadError', ({ payload }) => {
  if (!navigator.onLine) payload.message = `Offline: ${payload.message}`;
});

// Replaced by the server's context before anything renders.
const nothingYet = { site: UNKNOWN_SITE, theme: undefined, reads: browserReads };
const nextTask = () => new Promise<void>((resolve) => void setTimeout(resolve));

/** Hydrates in several small tasks, so that the page stays responsive: evaluating the scripts was already one long task. */
async function start(): Promise<void> {
  // In development there is no loader: pages come with the app.
  const tag = document.querySelector<HTMLScriptElement>('script[data-app]');
  const isLate = tag?.dataset.when === 'wanted';
  const hydration: PageHydration | null = tag && { when: isLate ? 'wanted' : 'painted', text: '', app: '' };
  await nextTask();
  const router = createAppRouter({ context: nothingYet, isLate });
  await nextTask();
  // Tells the hydration loader to undo the browser's translation.
  document.dispatchEvent(new Event('hydrating'));
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <PageHydrationContext value={hydration}>
          <RouterClient router={router} />
        </PageHydrationContext>
      </StrictMode>,
    );
  });
}

void start();
