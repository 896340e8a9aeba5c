import { CircleAlert } from 'lucide-react';
import { FACTS_MAX } from '#contract/brain/brain.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { Banner } from '#src/ui/feedback/banner.tsx';
import type { Overview } from './brain-types.ts';

export function waitingText(count: number): string {
  if (count === 0) return 'Your team can’t learn anything new until you forget what you no longer need.';
  const messages = count === 1 ? 'One message is' : `${formatNumber(count)} messages are`;
  return `${messages} waiting to be learned from. Forget what you no longer need, and your team will pick ${count === 1 ? 'it' : 'them'} up.`;
}

/** Says that there is no room for more facts, and that nothing is lost. */
export function FullBanner({ full }: { full: NonNullable<Overview['full']> }) {
  return (
    <Banner
      label="The Brain is full"
      icon={<CircleAlert className="icon" aria-hidden="true" />}
      title={`The Brain is full: it holds ${formatNumber(FACTS_MAX)} facts.`}
      text={waitingText(full.messagesWaiting)}
    />
  );
}
