import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { CRASH_TEXTS, LOADING, PAYMENT_RECEIVED } from '#contract/texts.ts';
import { readGuestEmail } from '#src/domain/checkout/guest-email.ts';
import type { Api } from '#src/api/lazy/lazy-api.ts';
import { localDisk } from '#src/lib/local-disk.ts';
import { useLazy } from '#src/api/lazy/use-lazy.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import { CheckoutFrame } from '../checkout-frame.tsx';
import { SupportLine } from './support-line.tsx';

/** `/success` for a guest: what was bought waits for its address to be confirmed (DECISIONS "Trial and subscription"). */
export function GuestSuccessPage({ sessionId }: { sessionId: string }) {
  const navigate = useNavigate();
  const read = useCallback((api: Api) => api.billing.purchase.query({ sessionId }), [sessionId]);
  const [openedAtMs] = useState(Date.now);
  const { data, problem, reload } = useLazy(read);
  // Whoever signs in comes back here, where the purchase is added.
  const redirect = `/success?session_id=${sessionId}`;
  const isNobodys = data !== null && data.state !== 'guest';

  useEffect(() => {
    // Without a person and without a guest's purchase there is nothing to show (spec §2).
    if (isNobodys) void navigate({ to: '/auth', search: { redirect }, replace: true });
  }, [isNobodys, navigate, redirect]);

  if (data?.state !== 'guest') {
    return (
      <CheckoutFrame>
        <div className="stack checkout-message">
          {problem === null || isNobodys ? (
            <p className="muted" role="status">
              {LOADING}
            </p>
          ) : (
            <>
              <h1 className="h1">We could not look it up</h1>
              <p className="lede" role="alert">
                {problem} What you chose or paid is safe either way.
              </p>
              <p>
                <Button variant="secondary" onClick={reload}>
                  {CRASH_TEXTS.retry}
                </Button>
              </p>
              <SupportLine />
            </>
          )}
        </div>
      </CheckoutFrame>
    );
  }
  const email = readGuestEmail(data.maskedEmail, localDisk(), openedAtMs);
  return (
    <CheckoutFrame>
      <div className="stack checkout-message">
        <h1 className="h1">{PAYMENT_RECEIVED}</h1>
        <p className="lede">
          {data.isPaid ? 'Thank you. ' : '$0.00 was due today, so nothing was charged. '}
          One step is left: create an account with <span className="address">{data.maskedEmail}</span> and confirm the
          address by the link that we send there. Your plan begins then, and not before.
        </p>
        <p className="row">
          <Link className={buttonClass({ size: 'lg' })} to="/auth" search={{ tab: 'signup', email }}>
            Sign up with that address
          </Link>
          <Link
            className={buttonClass({ variant: 'secondary', size: 'lg' })}
            to="/auth"
            search={{ tab: 'signin', email, redirect }}
          >
            I have an account
          </Link>
        </p>
        <SupportLine />
      </div>
    </CheckoutFrame>
  );
}
