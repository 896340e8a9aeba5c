import { USAGE_LIMIT_TITLE } from '#contract/billing/plan-texts.ts';
import { CircleAlert, CirclePause } from 'lucide-react';
import { useState } from 'react';
import { AUTOMATION_TEXTS } from '#contract/automations/automation-texts.ts';
import { PLAN_NAMES } from '#contract/billing/plans.ts';
import { trpc } from '#src/api/trpc.ts';
import type { AutomationsOverview } from '#src/domain/automations/automation.ts';
import { useAccess } from '#src/domain/subscription/access.ts';
import { toastError } from '#src/lib/app-error.ts';
import { lazyDialog } from '#src/lib/lazy/lazy-dialog.tsx';
import { formatNumber } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Banner } from '#src/ui/feedback/banner.tsx';

const ChooseDialog = lazyDialog(async () => (await import('./choose-dialog.tsx')).ChooseDialog);

type NoticeProps = { overview: AutomationsOverview };

/** `1 active automation`, `3 active automations`. */
const room = (limit: number) => `${formatNumber(limit)} active ${limit === 1 ? 'automation' : 'automations'}`;

/** The plan has room for fewer than were on: the owner chooses which stay on. */
function DowngradeNotice({ overview }: NoticeProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { limit } = overview.usage;
  const paused = overview.automations.filter(({ isOn, pauseReason }) => !isOn && pauseReason === 'plan').length;
  if (paused === 0 || limit === 'unlimited') return null;
  return (
    <Banner
      label="Your plan has room for fewer"
      icon={<CircleAlert className="icon" aria-hidden="true" />}
      title={`Your plan has room for ${room(limit)}.`}
      text={`${paused === 1 ? 'The newest one is' : `The newest ${formatNumber(paused)} are`} paused. Nothing was deleted, and you choose which stay on.`}
    >
      <Button variant="secondary" size="sm" onClick={() => setIsOpen(true)}>
        Choose which stay on
      </Button>
      <ChooseDialog isOpen={isOpen} onClose={() => setIsOpen(false)} overview={overview} />
    </Banner>
  );
}

/** At the limit of the plan: what that means, and the way on. */
function LimitAlert({ overview: { usage } }: NoticeProps) {
  const { openUpgrade } = useAccess();
  const tier = trpc.profile.get.useQuery().data?.access.tier;
  const { used, limit } = usage;
  if (limit === 'unlimited' || limit === 0 || used < limit || tier === undefined) return null;
  const text = `${PLAN_NAMES[tier]} has room for ${room(limit)}, and ${limit === 1 ? 'it’s' : 'all are'} in use.`;
  return (
    <Banner
      label={USAGE_LIMIT_TITLE}
      icon={<CircleAlert className="icon" aria-hidden="true" />}
      slim
      title={`${USAGE_LIMIT_TITLE}.`}
      text={text}
    >
      <Button
        variant="secondary"
        size="sm"
        onClick={() => openUpgrade('usage_limit', { kind: 'automations', detail: text })}
      >
        {AUTOMATION_TEXTS.upgrade}
      </Button>
    </Banner>
  );
}

/** Pauses everything, or lets it start again. */
export function usePauseAll() {
  const utils = trpc.useUtils();
  const { mutate, isPending } = trpc.powerUps.automations.pauseAll.useMutation({
    onError: toastError,
    onSettled: () => utils.powerUps.automations.overview.invalidate(),
  });
  return { isPending, pauseAll: (isPaused: boolean) => mutate({ isPaused }) };
}

function PausedNotice({ overview }: NoticeProps) {
  const { isPending, pauseAll } = usePauseAll();
  if (!overview.isEverythingPaused) return null;
  return (
    <Banner
      label="Everything is paused"
      icon={<CirclePause className="icon" aria-hidden="true" />}
      slim
      title="Everything is paused."
      text="Nothing starts until you resume, and runs that come due in the meantime are skipped."
    >
      <Button variant="secondary" size="sm" busy={isPending} onClick={() => pauseAll(false)}>
        Resume
      </Button>
    </Banner>
  );
}

/** What the owner should know before the list. */
export function ListNotices({ overview }: NoticeProps) {
  return (
    <>
      <PausedNotice overview={overview} />
      <DowngradeNotice overview={overview} />
      <LimitAlert overview={overview} />
    </>
  );
}
