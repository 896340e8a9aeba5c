import { PLAN_NAMES } from '#contract/plans.ts';
import { tierChange } from '#contract/tier-change.ts';
import type { Tier } from '#contract/tiers.ts';
import { formatDate } from '#src/lib/format.ts';
import type { ProfileAccess } from '#src/lib/plan-label.ts';
import { trpc } from '#src/lib/trpc.ts';
import { Dialog } from '#src/ui/dialog.tsx';
import { Loaded } from '#src/ui/loaded.tsx';
import { TierChangeLines } from './tier-change-lines.tsx';
import { usedByKind } from './used-by-kind.ts';

type TrialEndDialogProps = {
  isOpen: boolean;
  onClose: () => void;
  access: ProfileAccess;
  /** What applies after the trial. */
  next: Tier;
};

/** What the end of the trial does, before it comes. */
export function TrialEndDialog({ isOpen, onClose, access, next }: TrialEndDialogProps) {
  const usage = trpc.usage.overview.useQuery(undefined, { enabled: isOpen });
  const day = access.trialEndsAt === null ? 'its end' : formatDate(access.trialEndsAt);
  return (
    <Dialog open={isOpen} onClose={onClose} width="middle" title="When your trial ends">
      <div className="stack">
        <p className="muted">
          Nothing changes until {day}. From then on you are on {PLAN_NAMES[next]}:
        </p>
        <Loaded query={usage} rows={3}>
          {({ kinds }) => <TierChangeLines change={tierChange(access.tier, next, usedByKind(kinds))} />}
        </Loaded>
      </div>
    </Dialog>
  );
}
