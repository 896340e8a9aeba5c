import { RouterClient } from '@tanstack/react-router/ssr/client';
import { startTransition, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { browserReads } from '#src/domain/session/browser-reads.ts';
import { PageHydrationContext, type PageHydration } from '#src/hydration/page-hydration.ts';
import { disableZodEval } from '#src/hydration/zod-without-eval.ts';
import { announceStyles } from '#src/hydration/styles-in-page.ts';
import { UNKNOWN_SITE } from '#src/domain/site/unknown-site.ts';
import { createAppRouter } from './router.tsx';

disableZodEval();
announceStyles(document);

// Replaced by what the server sent, before anything is drawn.
const nothingYet = { site: UNKNOWN_SITE, theme: undefined, reads: browserReads };
const nextTask = () => new Promise<void>((resolve) => void setTimeout(resolve));

/** In several tasks and small steps, so that the page answers between them: reading the scripts was a long one already. */
async function start(): Promise<void> {
  // Development has none: its pages come with the app.
  const tag = document.querySelector<HTMLScriptElement>('script[data-app]');
  const isLate = tag?.dataset.when === 'wanted';
  const hydration: PageHydration | null = tag && { when: isLate ? 'wanted' : 'painted', text: '', app: '' };
  await nextTask();
  const router = createAppRouter({ context: nothingYet, isLate });
  await nextTask();
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
