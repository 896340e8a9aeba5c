import { useState, type FormEvent } from 'react';
import { quote } from '#contract/billing/discounts.ts';
import { PLANS, priceId, TRIAL_DAYS } from '#contract/billing/plans.ts';
import { PROCESSING } from '#contract/texts.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import { apiClient } from '#src/api/api-client.ts';
import { formatUsd } from '#src/lib/text/format.ts';
import { storeGuestEmail } from '#src/domain/checkout/guest-email.ts';
import { localStorageOrNull } from '#src/lib/storage/local-storage.ts';
import { startCheckout } from '#src/domain/checkout/start-checkout.ts';
import { usePaymentPage } from '#src/domain/checkout/use-payment-page.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { BlockedTabLink } from '#src/ui/blocked-tab-link.tsx';
import { Segment } from '#src/ui/forms/segment.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { trialEmailProblem } from '#src/domain/trial/trial-email.ts';
import '#src/ui/styles/components/dialog.css';

const CHOICES = PLANS.map(({ id, name }) => ({ value: id, label: name }));

function priceText(plan: PaidTier): string {
  const { firstCents, laterCents } = quote(priceId(plan, 'monthly'), 'first-time');
  return `After the trial: ${formatUsd(firstCents / 100)} for your first month, then ${formatUsd(laterCents / 100)} a month.`;
}

/** Asks for an email address and starts a guest's checkout with it (CHECKOUT-5). */
export function TrialDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [email, setEmail] = useState('');
  const [plan, setPlan] = useState<PaidTier>('starter');
  const [problem, setProblem] = useState<string>();
  const pay = usePaymentPage(`${plan} ${email.trim()}`);
  const close = () => {
    pay.forget();
    onClose();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const wrong = trialEmailProblem(email);
    setProblem(wrong);
    if (wrong !== undefined) return;
    const guestEmail = email.trim();
    const outcome = await pay.open(() =>
      startCheckout(() =>
        apiClient.billing.guestCheckout.mutate({
          priceId: priceId(plan, 'monthly'),
          guestEmail,
          discount: 'first-time',
        }),
      ),
    );
    if (outcome === null || outcome.status === 'failed') return;
    storeGuestEmail(guestEmail, localStorageOrNull(), Date.now());
    // It closes after a checkout starts (ACCESS-4, CHECKOUT-5), except if the tab was blocked, because the link to it is inside.
    if (outcome.status === 'opened') close();
  };

  return (
    <Dialog
      open={isOpen}
      onClose={close}
      closable={!pay.isBusy}
      title="Where should we send your trial?"
      lead={`${TRIAL_DAYS} days with the whole team, no card. Pick the plan that comes after. You can change or cancel anytime.`}
    >
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          placeholder="you@yourbusiness.com"
          value={email}
          error={problem}
          onChange={({ target }) => {
            setEmail(target.value);
            setProblem(undefined);
          }}
        />
        <Segment label="Plan" options={CHOICES} value={plan} onChange={setPlan} block />
        <p className="small muted" aria-live="polite">
          {priceText(plan)}
        </p>
        <Button type="submit" block busy={pay.isBusy} busyText={PROCESSING} disabled={email.trim() === ''}>
          Start free trial
        </Button>
        <BlockedTabLink url={pay.blockedUrl} label="Open the payment page" onFollow={close} />
      </form>
    </Dialog>
  );
}
