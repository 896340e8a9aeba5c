import { Link } from '@tanstack/react-router';
import { assistantById, type Assistant, type AssistantId } from '#contract/chat/assistants.ts';
import { isMonthly, type UsageKind } from '#contract/billing/limits.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import { PLAN_NAMES } from '#contract/billing/plans.ts';
import { isUnlockedByHeld, plansThatUnlock, type UpgradeNeed } from '#contract/billing/upgrade.ts';
import { MAYBE_LATER, UPGRADE_TITLES, type UpgradeReason } from '#contract/billing/upgrade-texts.ts';
import { COUNT_STARTS_OVER, LOCKED_TEXTS } from '#contract/billing/plan-texts.ts';
import { trpc } from '#src/api/trpc.ts';
import { requestedPromotion } from '#src/domain/checkout/requested-promotion.ts';
import { useSite } from '#src/domain/site/site.ts';
import { taxNote } from '#src/domain/site/tax-note.ts';
import type { ProfileAccess } from '#src/domain/subscription/plan-label.ts';
import { planSituation } from '#src/domain/subscription/plan-situation.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { buttonClass } from '#src/ui/button-class.ts';
import { Button } from '#src/ui/button.tsx';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { PlansToBuy } from './plans-to-buy.tsx';
import { PlansToChangeTo } from './plans-to-change-to.tsx';
import '#src/ui/styles/components/plans.css';
import './access.css';

type UpgradeDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  reason: UpgradeReason;
  /** The teammate that is locked, if that is the reason. */
  assistantId?: AssistantId;
  /** What the limit counts, if that is the reason. */
  kind?: UsageKind;
  /** The smallest plan that has what is locked, if that is the reason. */
  plan?: PaidTier;
  /** One more sentence, such as how much was used. */
  detail?: string;
  access: ProfileAccess;
};

/** Shows the plans that unlock what someone ran into, at the price they will pay (ACCESS-7). */
export function UpgradeDialog(props: UpgradeDialogProps) {
  const { isOpen, onClose, reason, assistantId, kind, plan, detail, access } = props;
  const subscription = trpc.billing.subscription.useQuery();
  const { isTaxed } = useSite();
  const assistant = assistantId && assistantById(assistantId);
  const need: UpgradeNeed = assistantId ? { assistantId } : kind ? { kind } : plan ? { plan } : null;
  // A plan whose payment failed opens nothing after its grace period but still exists at Stripe, so don't sell a second one.
  const holder = { tier: access.tier, held: subscription.data?.current?.plan ?? access.plan };
  const plans = plansThatUnlock(need, holder);
  const pick = plans.find(({ isPopular }) => isPopular) ?? plans[0];
  const isHeldEnough = isUnlockedByHeld(need, holder);
  const canBuy = plans.length > 0 && !isHeldEnough;
  const canHaveTrial = access.isInTrial;
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
      width={canBuy && plans.length > 1 ? 'wide' : 'middle'}
      title={UPGRADE_TITLES[reason](assistant?.name ?? '')}
      figure={assistant && <AssistantAvatar id={assistant.id} size={64} />}
      lead={canBuy ? [detail, why(assistant), note(canHaveTrial)].filter(Boolean).join(' ') : why(assistant)}
    >
      <div className="upgrade">
        <Loaded query={subscription} rows={3}>
          {(state) => {
            const { current } = state;
            if (isHeldEnough)
              return (
                <>
                  <p>{planSituation(access, state).text}</p>
                  <Link className={buttonClass()} to="/dashboard/billing" onClick={onClose}>
                    See your billing
                  </Link>
                </>
              );
            if (plans.length === 0) return <p>{largest(kind)}</p>;
            return (
              <>
                {current ? (
                  <PlansToChangeTo plans={plans} pick={pick} current={current} onClose={onClose} />
                ) : (
                  <PlansToBuy
                    plans={plans}
                    pick={pick}
                    canHaveTrial={canHaveTrial}
                    requested={requestedPromotion(access)}
                    onClose={onClose}
                  />
                )}
                <p className="small muted">{taxNote(isTaxed)}</p>
              </>
            );
          }}
        </Loaded>
        <Button variant="ghost" onClick={onClose}>
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

/** There is nothing bigger to offer. */
function largest(kind: UsageKind | undefined): string {
  return kind && isMonthly(kind)
    ? `You have the highest limit there is. ${COUNT_STARTS_OVER}`
    : 'You have the biggest plan.';
}
