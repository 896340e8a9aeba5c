import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { LOADING, PAYMENT_RECEIVED, TRY_AGAIN } from '#contract/texts.ts';
import { readGuestEmail } from '#src/domain/checkout/guest-email.ts';
import type { Api } from '#src/api/lazy/lazy-api.ts';
import { lazyPart } from '#src/lib/lazy/lazy-part.tsx';
import { localStorageOrNull } from '#src/lib/storage/local-storage.ts';
import { useLazy } from '#src/api/lazy/use-lazy.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import { CheckoutFrame } from '../checkout-frame.tsx';
import { SupportLine } from './support-line.tsx';
import './arrival.css';

/** Only in the browser that paid. */
const LazyCorrectAddress = lazyPart(async () => (await import('./correct-address.tsx')).CorrectAddress);

/** `/success` for a guest: the purchase waits until its address is confirmed (CHECKOUT-8). */
export function GuestSuccessPage({ sessionId }: { sessionId: string }) {
  const navigate = useNavigate();
  const read = useCallback((api: Api) => api.billing.purchase.query({ sessionId }), [sessionId]);
  const [openedAtMs] = useState(Date.now);
  const { data, problem, reload } = useLazy(read);
  // Signing in returns here, where the purchase is added.
  const redirect = `/success?session_id=${sessionId}`;
  const isNobodys = data !== null && data.state !== 'guest';

  useEffect(() => {
    // With nobody signed in and no guest purchase there is nothing to show (CHECKOUT-7).
    if (isNobodys) void navigate({ to: '/auth', search: { redirect }, replace: true });
  }, [isNobodys, navigate, redirect]);

  if (data?.state !== 'guest') {
    return (
      <CheckoutFrame>
        <div className="arrive">
          <div className="arrive-copy">
            {problem === null || isNobodys ? (
              <p className="muted" role="status">
                {LOADING}
              </p>
            ) : (
              <>
                <h1 className="h1">We couldn’t look it up</h1>
                <p className="lede" role="alert">{`${problem} Either way, what you chose or paid is safe.`}</p>
                <p>
                  <Button variant="secondary" onClick={reload}>
                    {TRY_AGAIN}
                  </Button>
                </p>
                <SupportLine />
              </>
            )}
          </div>
        </div>
      </CheckoutFrame>
    );
  }
  const email = readGuestEmail(data.maskedEmail, localStorageOrNull(), openedAtMs);
  return (
    <CheckoutFrame>
      <div className="arrive">
        <div className="arrive-copy">
          <h1 className="h1">{PAYMENT_RECEIVED}</h1>
          <p className="lede">
            <span>{data.isPaid ? 'Thank you. ' : '$0.00 was due today, so nothing was charged. '}</span>
            One step left: create an account with{' '}
            <span className="address" translate="no">
              {data.maskedEmail}
            </span>{' '}
            and open the link we send there. Your plan starts once you’ve confirmed the address.
          </p>
          <p className="arrive-buttons">
            <Link className={buttonClass({ size: 'lg' })} to="/auth" search={{ tab: 'signup', email }}>
              Sign up with that email
            </Link>
            <Link
              className={buttonClass({ variant: 'secondary', size: 'lg' })}
              to="/auth"
              search={{ tab: 'signin', email, redirect }}
            >
              I have an account
            </Link>
          </p>
          {data.correctionsLeft !== null && (
            <LazyCorrectAddress sessionId={sessionId} left={data.correctionsLeft} onCorrected={reload} />
          )}
          <SupportLine />
        </div>
      </div>
    </CheckoutFrame>
  );
}
