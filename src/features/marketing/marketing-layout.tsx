import type { ReactNode } from 'react';
import './marketing.css';
import { SiteFooter } from './site-footer.tsx';
import { SiteNav } from './site-nav.tsx';
import { VisitorProvider } from './visitor-provider.tsx';

/** Around every page of the public site. */
export function MarketingLayout({ children }: { children: ReactNode }) {
  return (
    <VisitorProvider>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <SiteNav />
      <main id="main" className="site" tabIndex={-1}>
        {children}
      </main>
      <SiteFooter />
    </VisitorProvider>
  );
}
