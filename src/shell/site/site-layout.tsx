import type { ReactNode } from 'react';
import { VisitorChat } from '#src/features/visitor-chat/visitor-chat.tsx';
import { VisitorProvider, type Visitor } from '#src/domain/site/visitor.ts';
import { Main } from '#src/ui/main.tsx';
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
        <Main className="site">{children}</Main>
        <SiteFooter />
        <aside aria-label="Chat">
          <VisitorChat />
        </aside>
      </TrialProvider>
    </VisitorProvider>
  );
}
