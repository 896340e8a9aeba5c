import { useState } from 'react';
import { ASSISTANTS, type Assistant } from '#contract/chat/assistants.ts';
import type { AskedPromotion } from '#contract/billing/discounts.ts';
import { PLAN_NAMES, PLANS, priceId } from '#contract/billing/plans.ts';
import { LOCKED_TEXTS, MAYBE_LATER, UPGRADE_TITLES, type UpgradeReason } from '#contract/texts.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import { startCheckout } from '#src/domain/checkout/start-checkout.ts';
import { trpc } from '#src/api/trpc.ts';
import { usePaymentPage } from '#src/domain/checkout/use-payment-page.ts';
import { AssistantAvatar } from '#src/ui/assistant-avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
import { HeldBackLink } from '#src/ui/held-back-link.tsx';
import { UpgradePlan } from './upgrade-plan.tsx';
import '#src/ui/styles/plans.css';
import './access.css';

type UpgradeDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  reason: UpgradeReason;
  assistantName?: string;
  /** One more sentence, such as how much was used. */
  detail?: string;
  canHaveTrial: boolean;
  /** The plan that is paid for, or chosen for the trial's end. */
  activePlan: PaidTier | null;
  /** The promotion to ask for; the server checks it. */
  asked: AskedPromotion;
};

/** What a bigger plan opens, and the way to it. */
export function UpgradeDialog({
  isOpen,
  onClose,
  reason,
  assistantName,
  detail,
  canHaveTrial,
  activePlan,
  asked,
}: UpgradeDialogProps) {
  const { mutateAsync: createCheckout } = trpc.billing.checkout.useMutation();
  const pay = usePaymentPage();
  const [chosen, setChosen] = useState<PaidTier | null>(null);
  const close = () => {
    pay.forget();
    onClose();
  };
  const choose = async (plan: PaidTier) => {
    setChosen(plan);
    const outcome = await pay.open(() =>
      startCheckout(() => createCheckout({ priceId: priceId(plan, 'monthly'), ...asked })),
    );
    // Spec §4: it closes after a checkout starts. One that was held back still needs its link.
    if (outcome?.status === 'opened') close();
  };
  const assistant = ASSISTANTS.find(({ name }) => name === assistantName);
  return (
    <Dialog
      open={isOpen}
      onClose={close}
      width="wide"
      title={UPGRADE_TITLES[reason](assistantName ?? '')}
      figure={assistant && <AssistantAvatar id={assistant.id} size={64} />}
      lead={[detail, why(assistant), note(canHaveTrial)].filter(Boolean).join(' ')}
    >
      <div className="upgrade">
        <div className="plans">
          {PLANS.map((plan) => (
            <UpgradePlan
              key={plan.id}
              plan={plan}
              activePlan={activePlan}
              canHaveTrial={canHaveTrial}
              busy={pay.isBusy ? (plan.id === chosen ? 'this' : 'other') : null}
              onChoose={() => void choose(plan.id)}
              onLeave={close}
            />
          ))}
        </div>
        <HeldBackLink url={pay.heldBackUrl} label="Open the pay page" onFollow={close} />
        <Button variant="ghost" onClick={close}>
          {MAYBE_LATER}
        </Button>
      </div>
    </Dialog>
  );
}

function why(assistant: Assistant | undefined): string | undefined {
  return assistant && assistant.tier !== 'free' ? `${LOCKED_TEXTS.available(PLAN_NAMES[assistant.tier])}.` : undefined;
}

function note(canHaveTrial: boolean): string {
  return canHaveTrial ? LOCKED_TEXTS.trialNote : LOCKED_TEXTS.note;
}
