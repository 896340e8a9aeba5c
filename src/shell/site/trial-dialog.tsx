import { useState, type FormEvent } from 'react';
import { quote } from '#contract/billing/discounts.ts';
import { PLANS, priceId, TRIAL_DAYS } from '#contract/billing/plans.ts';
import { PROCESSING } from '#contract/texts.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import { apiClient } from '#src/api/api-client.ts';
import { formatUsd } from '#src/lib/format.ts';
import { keepGuestEmail } from '#src/domain/checkout/guest-email.ts';
import { localDisk } from '#src/lib/local-disk.ts';
import { startCheckout } from '#src/domain/checkout/start-checkout.ts';
import { usePaymentPage } from '#src/domain/checkout/use-payment-page.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { HeldBackLink } from '#src/ui/held-back-link.tsx';
import { Segment } from '#src/ui/segment.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { trialEmailProblem } from '#src/domain/trial/trial-email.ts';
import '#src/ui/styles/dialog.css';

const CHOICES = PLANS.map(({ id, name }) => ({ value: id, label: name }));

function priceText(plan: PaidTier): string {
  const { firstCents, laterCents } = quote(priceId(plan, 'monthly'), 'first-time');
  return `After the trial ${formatUsd(firstCents / 100)} for your first month, then ${formatUsd(laterCents / 100)} each month.`;
}

/** Asks for an address and starts a guest's checkout with it (spec §4, §5). */
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
    keepGuestEmail(guestEmail, localDisk(), Date.now());
    // Spec §4: it closes after a checkout starts. One that was held back still needs its link.
    if (outcome.status === 'opened') close();
  };

  return (
    <Dialog
      open={isOpen}
      onClose={close}
      closable={!pay.isBusy}
      title="Where should we send your trial?"
      lead={`${TRIAL_DAYS} days with the whole team, no card. Choose what comes after; you can change or cancel it at any time.`}
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
        <HeldBackLink url={pay.heldBackUrl} label="Open the pay page" onFollow={close} />
      </form>
    </Dialog>
  );
}
