import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import { LOADING, TRY_AGAIN } from '#contract/texts.ts';
import type { Api } from '#src/api/lazy/lazy-api.ts';
import { useLazy } from '#src/api/lazy/use-lazy.ts';
import { readPurchaseLink, type SuccessSearch } from '#src/domain/checkout/success-search.ts';
import { Button } from '#src/ui/button.tsx';
import { CheckoutFrame } from '../checkout-frame.tsx';
import { SupportLine } from './support-line.tsx';
import './arrival.css';

const WORDS = {
  corrected: {
    title: 'This address was changed',
    text: 'Whoever paid has since entered a different email address, so this link no longer works. We’ve sent a new link to that address. There’s nothing you need to do.',
  },
  over: {
    title: 'This link isn’t needed anymore',
    text: 'Either the plan has already been added to an account, or we canceled it because nobody confirmed the address. If it’s your plan, sign in and check your billing page.',
  },
} as const;

type GuestLinkPageProps = Pick<SuccessSearch, 'tab' | 'email'> & { purchase: string };

/**
 * `/success?purchase=`: from an email about a guest's purchase on to signing up, unless the link no longer leads there
 * (CHECKOUT-14).
 */
export function GuestLinkPage({ purchase, tab, email }: GuestLinkPageProps) {
  const navigate = useNavigate();
  const read = useCallback(
    async (api: Api) => {
      const link = readPurchaseLink(purchase);
      return link ? api.billing.guestLink.query(link) : null;
    },
    [purchase],
  );
  const { data, problem, reload } = useLazy(read);
  const isWaiting = data?.state === 'waiting';
  useEffect(() => {
    if (!isWaiting) return;
    // Someone who has an account finds the plan on the billing page; /auth leads on if they are signed in already.
    const search = tab === 'signin' ? { redirect: '/dashboard/billing', email } : { tab, email };
    void navigate({ to: '/auth', search, replace: true });
  }, [isWaiting, navigate, tab, email]);
  const words = data && data.state !== 'waiting' ? WORDS[data.state] : null;
  return (
    <CheckoutFrame>
      <div className="arrive">
        <div className="arrive-copy">
          {words && (
            <>
              <h1 className="h1">{words.title}</h1>
              <p className="lede">{words.text}</p>
              <SupportLine />
            </>
          )}
          {!words && problem === null && (
            <p className="muted" role="status">
              {LOADING}
            </p>
          )}
          {!words && problem !== null && (
            <>
              <p className="lede" role="alert">
                {problem}
              </p>
              <p>
                <Button variant="secondary" onClick={reload}>
                  {TRY_AGAIN}
                </Button>
              </p>
            </>
          )}
        </div>
      </div>
    </CheckoutFrame>
  );
}
