import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { browserReads } from '#src/lib/browser-reads.ts';
import { PageWakerContext } from '#src/lib/page-waker.ts';
import { quietZod } from '#src/lib/quiet-zod.ts';
import { announceStyles } from '#src/lib/styles-in-page.ts';
import { createAppRouter } from './router.tsx';

quietZod();
announceStyles(document);

// Replaced by what the server sent, before anything is drawn.
const nothingYet = {
  site: {
    publicUrl: '',
    supportEmail: '',
    salesEmail: '',
    careersEmail: '',
    contactEmail: '',
    socialLinks: { urls: [], areSamples: false },
    processors: [],
    sandboxInboxUrl: null,
    providers: [],
    hasPhoneFactor: false,
  },
  theme: undefined,
  reads: browserReads,
};
const wakesLate = document.querySelector('script[data-when="wanted"]') !== null;
const router = createAppRouter({ context: nothingYet, isLate: wakesLate });
const waker = { when: wakesLate ? ('wanted' as const) : ('painted' as const), text: '', app: '' };

hydrateRoot(
  document,
  <StrictMode>
    <PageWakerContext value={waker}>
      <RouterClient router={router} />
    </PageWakerContext>
  </StrictMode>,
);
