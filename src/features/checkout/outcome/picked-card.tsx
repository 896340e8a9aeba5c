import type { ReactNode } from 'react';
import { teamOfTier } from '#contract/chat/assistants.ts';
import type { PaidTier } from '#contract/billing/tiers.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { Card } from '#src/ui/card.tsx';
import { ChargeLines, type ChargeLine } from './charge-lines.tsx';

type Props = {
  title: string;
  text: string;
  plan: PaidTier;
  lines: readonly ChargeLine[];
  isBought?: boolean;
  children?: ReactNode;
};

/** A plan with its faces and what it costs. The folded corner is for one that was bought. */
export function PickedCard({ title, text, plan, lines, isBought, children }: Props) {
  return (
    <Card as="section" dogEar={isBought} className="picked" aria-labelledby="picked">
      <div className="stack picked-head">
        <h2 className="h3" id="picked">
          {title}
        </h2>
        <p className="muted small">{text}</p>
      </div>
      <p className="picked-faces" aria-hidden="true">
        {teamOfTier(plan).map(({ id }) => (
          <AssistantAvatar key={id} id={id} size={36} />
        ))}
      </p>
      <ChargeLines lines={lines} />
      {children}
    </Card>
  );
}
