import type { ReactNode } from 'react';
import { VisitorChat } from '#src/features/visitor-chat/visitor-chat.tsx';
import { VisitorProvider, type Visitor } from '#src/lib/visitor.ts';
import './site.css';
import { SiteFooter } from './site-footer.tsx';
import { SiteNav } from './site-nav.tsx';
import { TrialProvider } from './trial-provider.tsx';

/** Around every page of the public site. */
export function SiteLayout({ visitor, children }: { visitor: Visitor; children: ReactNode }) {
  return (
    <VisitorProvider value={visitor}>
      <TrialProvider>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <SiteNav />
        <main id="main" className="site" tabIndex={-1}>
          {children}
        </main>
        <SiteFooter />
        <aside aria-label="Chat">
          <VisitorChat />
        </aside>
      </TrialProvider>
    </VisitorProvider>
  );
}
