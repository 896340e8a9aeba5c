import type { ReactNode } from 'react';
import { VisitorChat } from '#src/features/visitor-chat/visitor-chat.tsx';
import { TrialLink } from '#src/domain/trial/trial-link.tsx';
import { VisitorProvider, type Visitor } from '#src/domain/site/visitor.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Main } from '#src/ui/main.tsx';
import './site.css';
import { SiteFooter } from './site-footer.tsx';
import { SiteNav } from './site-nav.tsx';
import { TrialProvider } from './trial-provider.tsx';

type SiteLayoutProps = {
  visitor: Visitor;
  /** The page has a primary button of its own, or needs none, so the header's is a secondary one. */
  hasQuietHeader: boolean;
  children: ReactNode;
};

/** The layout of every page on the public site. */
export function SiteLayout({ visitor, hasQuietHeader, children }: SiteLayoutProps) {
  return (
    <VisitorProvider value={visitor}>
      <TrialProvider>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <SiteNav isQuiet={hasQuietHeader} />
        <Main className="site">{children}</Main>
        <SiteFooter />
        <aside className="phonebar" aria-label="Chat">
          <VisitorChat />
          <TrialLink className={buttonClass({ variant: hasQuietHeader ? 'secondary' : 'primary' })} />
        </aside>
      </TrialProvider>
    </VisitorProvider>
  );
}
