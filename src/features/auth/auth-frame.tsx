import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { AUTH_TEXTS } from '#contract/texts.ts';
import { useDeferredHydration } from '#src/hydration/use-deferred-hydration.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Logo } from '#src/ui/brand/logo.tsx';
import { TeamPleats } from '#src/ui/brand/team-pleats.tsx';
import { Main } from '#src/ui/main.tsx';
import './auth.css';

/** The layout of the sign-in and confirmation pages: the form on paper, the team beside it. */
export function AuthFrame({ children }: { children: ReactNode }) {
  // Marked in addition to the whole page: actions repeated here depend on what was typed here.
  const deferred = useDeferredHydration();
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="auth" {...deferred}>
        <div className="auth-pane">
          <header className="row between">
            <Link className="logo" to="/">
              <Logo />
            </Link>
            <Link className={buttonClass({ variant: 'ghost', size: 'sm', className: 'auth-back' })} to="/">
              <ArrowLeft className="icon sm" aria-hidden="true" />
              {AUTH_TEXTS.back}
            </Link>
          </header>
          <Main className="auth-box">
            <noscript>
              <p className="banner">
                Signing in needs JavaScript. Please turn it on for this site and reload the page.
              </p>
            </noscript>
            {children}
          </Main>
        </div>
        <aside className="auth-art" aria-label="Your team">
          <p className="h2">Nine specialists and one good planner, at their desks when you arrive.</p>
          <TeamPleats />
        </aside>
      </div>
    </>
  );
}
