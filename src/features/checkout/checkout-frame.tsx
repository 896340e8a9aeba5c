import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { isPlainClick } from '#src/lib/is-plain-click.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Initials } from '#src/ui/brand/initials.tsx';
import { Logo } from '#src/ui/brand/logo.tsx';
import { Main } from '#src/ui/main.tsx';
import './checkout.css';

type FrameProps = {
  /** Where Back leads, a path on this site. Without it there is no such link. */
  back?: string;
  /** Who is signed in, once known. */
  who?: { email: string; fullName: string } | null;
  children: ReactNode;
};

/** Whether the browser's own Back leads to this path. Without the Navigation API we can't tell. */
function isPreviousPage(path: string): boolean {
  const { navigation } = window;
  const previous = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]?.url;
  if (!previous) return false;
  const [target, entry] = [new URL(path, window.location.href), new URL(previous)];
  return entry.pathname === target.pathname && entry.search === target.search;
}

/** The browser's own Back also restores how far the page was scrolled. */
function goBack(event: MouseEvent, path: string): void {
  if (!isPlainClick(event) || !isPreviousPage(path)) return;
  event.preventDefault();
  window.history.back();
}

/** The layout of the checkout and the pages after it: the logo, and the way back if there is one. */
export function CheckoutFrame({ back, who, children }: FrameProps) {
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
          {who && (
            <p className="row small muted">
              <span className="checkout-email">{who.email}</span>
              <Initials name={who.fullName || who.email} />
            </p>
          )}
          {back !== undefined && (
            <a className={buttonClass({ variant: 'ghost' })} href={back} onClick={(event) => goBack(event, back)}>
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
