import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { cardName } from '#contract/billing/card.ts';
import { PLAN_NAMES, TRIAL_DAYS } from '#contract/billing/plans.ts';
import { TEAM, teamOfTier } from '#contract/chat/assistants.ts';
import { PRODUCT_NAME, TRY_AGAIN } from '#contract/texts.ts';
import type { Api } from '#src/api/lazy/lazy-api.ts';
import { useLazy } from '#src/api/lazy/use-lazy.ts';
import { firstName } from '#src/lib/text/first-name.ts';
import { listInWords } from '#src/lib/text/list-in-words.ts';
import { useNow } from '#src/lib/use-now.ts';
import { planSituation } from '#src/domain/subscription/plan-situation.ts';
import type { CurrentPlan } from '#src/domain/subscription/subscription.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import { CheckoutFrame } from '../checkout-frame.tsx';
import { ClaimPurchase } from './claim-purchase.tsx';
import { PickedCard } from './picked-card.tsx';
import { boughtOf, chargesOf, CYCLE_WORDS, momentsOf } from './purchase-words.ts';
import { FirstJobs, WhenLine } from './success-details.tsx';
import { SupportLine } from './support-line.tsx';
import { useArrival, type Arrival, type Subscription } from './use-arrival.ts';
import './arrival.css';
import { formatWeekdayDay } from '#src/lib/text/format.ts';

const readProfile = (api: Api) => api.profile.get.query();

/** `/success` for someone signed in (CHECKOUT-7). */
export function SuccessPage({ sessionId }: { sessionId: string | undefined }) {
  const { arrival, retry } = useArrival(sessionId);
  // Only for the name, the address and the first jobs, which the page can do without.
  const { data: profile } = useLazy(readProfile);
  const now = useNow();
  const bought = arrival.state === 'confirmed' ? boughtOf(arrival.subscription) : null;
  const purchase = arrival.state === 'confirmed' ? arrival.purchase : null;
  return (
    <CheckoutFrame who={profile}>
      <div className="arrive">
        <div className="arrive-top">
          <div className="arrive-copy">
            <Words sessionId={sessionId} arrival={arrival} name={firstName(profile?.fullName ?? '')} onRetry={retry} />
            <p className="arrive-buttons">
              <Link className={buttonClass({ size: 'lg' })} to="/dashboard">
                Go to the dashboard
              </Link>
              <Link className={buttonClass({ variant: 'secondary', size: 'lg' })} to="/billing">
                See your billing
              </Link>
            </p>
            <SupportLine />
          </div>
          {bought && (
            <PickedCard
              isBought
              title="What you chose"
              text={`${PLAN_NAMES[bought.current.plan]}, ${CYCLE_WORDS[bought.current.cycle]}. Cancel anytime.`}
              plan={bought.current.plan}
              lines={chargesOf(bought, purchase)}
            >
              <p className="xs muted">{receiptsText(bought.current, profile?.email)}</p>
            </PickedCard>
          )}
        </div>
        {bought && (
          <>
            <WhenLine moments={momentsOf(bought, purchase, now)} />
            <FirstJobs goals={profile?.businessGoals ?? []} tier={bought.access.tier} />
          </>
        )}
      </div>
    </CheckoutFrame>
  );
}

/** `Visa ending in 4242. Receipts go to maya@fernandkiln.com.` */
function receiptsText({ card, hasCard }: CurrentPlan, email: string | undefined): string {
  const pays = card ? `${cardName(card)}.` : hasCard ? '' : 'No card yet.';
  return [pays, email === undefined ? '' : `Receipts go to ${email}.`].filter(Boolean).join(' ');
}

type WordsProps = { sessionId: string | undefined; arrival: Arrival; name: string; onRetry: () => void };

function Words({ sessionId, arrival, name, onRetry }: WordsProps) {
  const again = (
    <p>
      <Button variant="secondary" onClick={onRetry}>
        {TRY_AGAIN}
      </Button>
    </p>
  );
  switch (arrival.state) {
    case 'confirming':
      return <Said title="One moment">We’re confirming your plan with the payment provider.</Said>;
    case 'failed':
      return (
        <>
          <Said title="We couldn’t look it up">{`${arrival.text} Either way, what you chose or paid is safe.`}</Said>
          {again}
        </>
      );
    case 'late':
      return (
        <>
          <Said title="Your plan is still on its way">
            The payment provider hasn’t confirmed it yet. That can take a few minutes, and there’s nothing more you need
            to do.
          </Said>
          {again}
        </>
      );
    case 'none':
      if (arrival.purchase?.state === 'guest' || arrival.subscription.waitingPurchase !== null)
        return (
          <ClaimPurchase
            sessionId={sessionId}
            purchase={arrival.purchase}
            subscription={arrival.subscription}
            onChanged={onRetry}
          />
        );
      return (
        <Said title="There’s no plan on this account yet">
          If you bought one with a different email, sign in with that one, or write to us.
        </Said>
      );
    case 'confirmed':
      return (
        <Said title={`Welcome to ${PRODUCT_NAME}${name ? `, ${name}` : ''}.`}>{welcome(arrival.subscription)}</Said>
      );
  }
}

/** The chosen plan, and what applies now. The card and the line below it show the charges. */
function welcome(state: Subscription): string {
  const { access } = state;
  const bought = boughtOf(state);
  // Other states use the billing page's wording.
  if (bought === null) return planSituation(access, state).text;
  const name = PLAN_NAMES[bought.current.plan];
  if (!access.isInTrial || access.trialEndsAt === null) {
    const team = teamOfTier(bought.current.plan).map((teammate) => teammate.name);
    return `Your ${name} plan is active. ${team.length === TEAM.length ? 'All ten teammates' : listInWords(team)} are ready.`;
  }
  const day = formatWeekdayDay(access.trialEndsAt);
  const card = bought.current.hasCard ? '' : ` Add a card by then to keep ${name}.`;
  return `You’re on ${name}. Your ${TRIAL_DAYS}-day free trial runs until ${day}, and until then the whole team is yours.${card}`;
}

function Said({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="stack" role="status">
      <h1 className="h1">{title}</h1>
      <p className="lede">{children}</p>
    </div>
  );
}
