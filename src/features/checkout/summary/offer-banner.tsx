import { Link } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import type { Promotion } from '#contract/billing/discounts.ts';
import { OFFER_EXPIRED } from '#contract/texts.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { formatDate } from '#src/lib/text/format.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { announcementAt, clockFace } from './countdown-words.ts';
import type { Order } from '#src/domain/checkout/order.ts';
import { offerTitle } from './order-words.ts';

const APPLIED = {
  'first-time': 'Your first-time discount is already applied.',
  'welcome-back': 'Good to have you back. Your discount is already applied.',
  urgent: 'Already applied. It’s yours until the clock runs out.',
} as const;
const LOWER_ALREADY = 'Annual billing already costs less than that, so you get the annual price.';

type OfferBannerProps = { order: Order; isNewcomer: boolean; secondsLeft: number | null };

/** Its code loads while the order does. */
export function OfferBannerWhenKnown({ order, ...rest }: Omit<OfferBannerProps, 'order'> & { order: Order | null }) {
  return order && <OfferBanner order={order} {...rest} />;
}

/** The discount that applies. Only the urgent one has a countdown, and it runs on the server's clock (DISCOUNT-7). */
function OfferBanner({ order, isNewcomer, secondsLeft }: OfferBannerProps) {
  const { promotion, firstChargeAt } = order;
  const isOver = promotion === null && secondsLeft === 0;
  return (
    <>
      {isNewcomer && firstChargeAt !== null && <TrialBegun endsAt={firstChargeAt} />}
      {promotion !== null && <Applied order={order} promotion={promotion} secondsLeft={secondsLeft} />}
      {/* The region exists from the start, out of the way, because screen readers announce only what is added to a region they
         already know. */}
      <div className={isOver ? undefined : 'sr'} role="status">
        {isOver && (
          <Banner
            label="Offer"
            tone="plain"
            icon={<CircleAlert className="icon" aria-hidden="true" />}
            title={OFFER_EXPIRED}
          />
        )}
      </div>
    </>
  );
}

function Applied({ order, promotion, secondsLeft }: Omit<OfferBannerProps, 'isNewcomer'> & { promotion: Promotion }) {
  const { discount, cycle } = order;
  // A promotion that wouldn't lower the first invoice leaves the annual price unchanged (DISCOUNT-2).
  const isApplied = discount?.kind === promotion;
  return (
    <section className="offer" aria-label="Offer">
      <div className="grow">
        <p className="strong">{offerTitle(promotion, isApplied ? cycle : 'monthly')}</p>
        <p className="small">{isApplied ? APPLIED[promotion] : LOWER_ALREADY}</p>
      </div>
      {promotion === 'urgent' && isApplied && secondsLeft !== null && <Clock seconds={secondsLeft} />}
    </section>
  );
}

/** For people who came for the trial: it has started without a card, and they can pick a plan later (CHECKOUT-17). */
function TrialBegun({ endsAt }: { endsAt: string }) {
  return (
    <Banner
      label="Your trial"
      tone="plain"
      title="Your free trial has started. No card required."
      text={`All ten teammates work with you until ${formatDate(endsAt)}. You can choose a plan now or later.`}
    >
      <Link className={buttonClass({ variant: 'secondary' })} to="/dashboard">
        Start with your team
      </Link>
    </Banner>
  );
}

function Clock({ seconds }: { seconds: number }) {
  const [minutes, rest] = clockFace(seconds);
  return (
    <>
      <p className="clock num" role="timer" aria-label="Offer ends in">
        <b>{minutes}</b>
        <i>:</i>
        <b>{rest}</b>
      </p>
      <p className="sr" role="status">
        {announcementAt(seconds)}
      </p>
    </>
  );
}
