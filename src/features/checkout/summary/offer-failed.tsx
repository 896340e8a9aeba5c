import { CircleAlert } from 'lucide-react';
import { Banner } from '#src/ui/banner.tsx';
import { Button } from '#src/ui/button.tsx';

/** The server did not say until when the offer holds, so nothing is promised. */
export function OfferFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <Banner
      label="Offer"
      tone="plain"
      icon={<CircleAlert className="icon" aria-hidden="true" />}
      title="Your offer could not be loaded."
      text="The prices here are without it."
    >
      <Button variant="secondary" size="sm" onClick={onRetry}>
        Try Again
      </Button>
    </Banner>
  );
}
