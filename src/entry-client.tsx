import { RouterClient } from '@tanstack/react-router/ssr/client';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { createAppRouter } from './router.tsx';

// Replaced by what the server sent, before anything is drawn.
const nothingYet = {
  site: {
    publicUrl: '',
    supportEmail: '',
    salesEmail: '',
    careersEmail: '',
    contactEmail: '',
    sandboxInboxUrl: null,
    providers: [],
    hasPhoneFactor: false,
  },
  theme: undefined,
};
const router = createAppRouter({ context: nothingYet });

hydrateRoot(
  document,
  <StrictMode>
    <RouterClient router={router} />
  </StrictMode>,
);
