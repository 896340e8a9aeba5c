import { Link } from '@tanstack/react-router';
import { useSite } from '#src/domain/site/site.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { CheckoutFrame } from '../checkout-frame.tsx';

/** `/cancel` (spec §2): back from the pay page without having chosen anything. */
export function CancelPage() {
  const { salesEmail } = useSite();
  return (
    <CheckoutFrame>
      <div className="stack checkout-message">
        <h1 className="h1">No charges were made</h1>
        <p className="lede">
          You left the checkout before its end, so nothing has changed. The plans are where they were.
        </p>
        <p className="row">
          <a className={buttonClass()} href="/#pricing">
            Back to the plans
          </a>
          <Link className={buttonClass({ variant: 'secondary' })} to="/">
            Go to the front page
          </Link>
        </p>
        <p className="small muted">
          Something unclear before you decide? Write to{' '}
          <a className="link" href={`mailto:${salesEmail}`}>
            {salesEmail}
          </a>
          .
        </p>
      </div>
    </CheckoutFrame>
  );
}
