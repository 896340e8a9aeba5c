import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { AUTH_TEXTS } from '#contract/texts.ts';
import { useDeferredHydration } from '#src/hydration/use-deferred-hydration.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Logo } from '#src/ui/logo.tsx';
import { Main } from '#src/ui/main.tsx';
import { TeamArt } from './team-art.tsx';
import './auth.css';

/** The page around signing in and confirming: the form on paper, the team beside it. */
export function AuthFrame({ children }: { children: ReactNode }) {
  // Marked besides the whole page: what is done again here has to know what was typed here.
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
                Signing in needs JavaScript. Please switch it on for this site and load the page again.
              </p>
            </noscript>
            {children}
          </Main>
        </div>
        <TeamArt />
      </div>
    </>
  );
}
