import { Link, useRouter } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { buttonClass } from '#src/ui/button-class.ts';
import { Logo } from '#src/ui/logo.tsx';
import { Main } from '#src/ui/main.tsx';
import './checkout.css';

/** Around the checkout and what follows it: the logo, and the way back where there is one to show. */
export function CheckoutFrame({ hasBack = false, children }: { hasBack?: boolean; children: ReactNode }) {
  const { history } = useRouter();
  const goBack = (event: MouseEvent) => {
    if (!history.canGoBack()) return;
    event.preventDefault();
    history.back();
  };
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="checkout-head">
        <div className="wrap row between">
          <Link className="logo" to="/">
            <Logo />
          </Link>
          {hasBack && (
            <a className={buttonClass({ variant: 'ghost' })} href="/#pricing" onClick={goBack}>
              <ArrowLeft className="icon sm" aria-hidden="true" />
              Back
            </a>
          )}
        </div>
      </header>
      <Main className="wrap">{children}</Main>
    </>
  );
}
