import { Link, useLocation } from '@tanstack/react-router';
import { PLAN_NAMES, readPriceId } from '#contract/billing/plans.ts';
import type { Api } from '#src/api/lazy/lazy-api.ts';
import { useLazy } from '#src/api/lazy/use-lazy.ts';
import type { CancelSearch } from '#src/domain/checkout/cancel-search.ts';
import { useSite } from '#src/domain/site/site.ts';
import { useNow } from '#src/lib/use-now.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { CheckoutFrame } from '../checkout-frame.tsx';
import { pickedLines, reassurance } from './cancel-words.ts';
import { PickedCard } from './picked-card.tsx';
import { PlanTrio } from './plan-trio.tsx';
import { CYCLE_WORDS } from './purchase-words.ts';
import './arrival.css';

const readPerson = async (api: Api) => {
  const [terms, profile] = await Promise.all([api.billing.terms.query(), api.profile.get.query()]);
  return { terms, profile };
};
const readNobody = () => Promise.resolve(null);

/** `/cancel` (CHECKOUT-9): back from the pay page without having paid. `picked` is what the pay page was opened with. */
export function CancelPage({ picked }: { picked: CancelSearch }) {
  const { salesEmail } = useSite();
  const isGuest = picked.guest === '1';
  // The page says what matters without it, so a failure isn't shown.
  const { data } = useLazy(isGuest ? readNobody : readPerson);
  const { price, discount } = picked;
  const choice = readPriceId(price);
  const isKnown = isGuest || data !== null;
  return (
    <CheckoutFrame who={data?.profile}>
      <div className="arrive">
        <div className="arrive-top">
          <div className="arrive-copy">
            <h1 className="h1">No charges were made.</h1>
            <p className="lede">
              You left before paying, so nothing has changed. Take another look at the plans, or leave it for now.
            </p>
            <p className="arrive-buttons">
              <a className={buttonClass({ size: 'lg' })} href="/#pricing">
                Back to the plans
              </a>
              <Link className={buttonClass({ variant: 'secondary', size: 'lg' })} to="/">
                Go to the home page
              </Link>
            </p>
            <div className="hurry" data-assistant="milli">
              <AssistantAvatar id="milli" size={80} />
              <p className="bubble">{reassurance(data?.profile.access ?? null)}</p>
            </div>
            <p className="small muted">
              Not sure which plan fits? Write to{' '}
              <a className="link" href={`mailto:${salesEmail}`}>
                {salesEmail}
              </a>
              . We reply within one business day.
            </p>
          </div>
          {price && choice && isKnown && (
            <Picked price={price} discount={discount} choice={choice} terms={data?.terms ?? null} isGuest={isGuest} />
          )}
        </div>
        <PlanTrio />
      </div>
    </CheckoutFrame>
  );
}

type PickedProps = Required<Pick<CancelSearch, 'price'>> &
  Pick<CancelSearch, 'discount'> & {
    choice: NonNullable<ReturnType<typeof readPriceId>>;
    terms: Parameters<typeof pickedLines>[2];
    isGuest: boolean;
  };

function Picked({ price, discount, choice: { plan, cycle }, terms, isGuest }: PickedProps) {
  const now = useNow();
  const from = useLocation({ select: ({ href }) => href });
  const search = {
    plan,
    billing: cycle,
    ...(discount === 'urgent' ? { urgent: 'true' as const } : { discount }),
    from,
  };
  return (
    <PickedCard
      title="What you had picked"
      text={`${PLAN_NAMES[plan]}, ${CYCLE_WORDS[cycle]}.`}
      plan={plan}
      lines={pickedLines(price, discount, terms, now)}
    >
      {!isGuest && (
        <p className="small">
          <Link className="link" to="/checkout" search={search}>
            Pick up where you left off
          </Link>
        </p>
      )}
    </PickedCard>
  );
}
