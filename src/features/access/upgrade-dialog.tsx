import { ASSISTANTS, type Assistant } from '#contract/assistants.ts';
import { PLAN_NAMES, PLANS } from '#contract/plans.ts';
import { LOCKED_TEXTS, MAYBE_LATER, UPGRADE_TITLES, type UpgradeReason } from '#contract/texts.ts';
import type { Tier } from '#contract/tiers.ts';
import { AssistantAvatar } from '#src/ui/assistant-avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';
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
  /** The plan that is paid for now. */
  activeTier: Tier | null;
};

/** What a bigger plan opens, and the way to it. */
export function UpgradeDialog({
  isOpen,
  onClose,
  reason,
  assistantName,
  detail,
  canHaveTrial,
  activeTier,
}: UpgradeDialogProps) {
  const assistant = ASSISTANTS.find(({ name }) => name === assistantName);
  return (
    <Dialog
      open={isOpen}
      onClose={onClose}
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
              isCurrent={plan.id === activeTier}
              canHaveTrial={canHaveTrial}
              onChoose={onClose}
            />
          ))}
        </div>
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
