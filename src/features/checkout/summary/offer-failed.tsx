import { CircleAlert } from 'lucide-react';
import { TRY_AGAIN } from '#contract/texts.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import { Button } from '#src/ui/button.tsx';

/** The server didn't say how long the offer lasts, so nothing is promised. */
export function OfferFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Banner
      label="Offer"
      tone="plain"
      icon={<CircleAlert className="icon" aria-hidden="true" />}
      title="We couldn’t load your offer."
      text="The prices here don’t include it."
    >
      <Button variant="secondary" size="sm" onClick={onRetry}>
        {TRY_AGAIN}
      </Button>
    </Banner>
  );
}
