import { TriangleAlert } from 'lucide-react';
import { GENERAL_ASSISTANTS } from '#contract/chat/assistants.ts';
import type { TierChange } from '#contract/billing/tier-change.ts';
import { BUILT_KINDS } from '#contract/billing/limits.ts';
import { limitLine } from '../usage/limit-line.ts';
import { TeamChips } from '../plans/team-chips.tsx';

/** Exactly what another tier opens, keeps and locks, and which of its limits are exceeded. */
export function TierChangeLines({ change }: { change: TierChange }) {
  const limits = change.limits.filter(({ kind }) => BUILT_KINDS.includes(kind));
  return (
    <div className="stack billing-change">
      <TeamChips title="Opens" ids={change.opens} />
      <TeamChips title="Stays open" ids={change.stays} />
      <TeamChips title="Locks" ids={change.locks} locked />
      <ul className="stack billing-limits">
        {limits.map((limit) => (
          <li key={limit.kind} className={limit.isOver ? 'over' : undefined}>
            {limit.isOver && <TriangleAlert className="icon sm" aria-hidden="true" />}
            <span>{limitLine(limit)}</span>
          </li>
        ))}
      </ul>
      <p className="small muted">
        The {GENERAL_ASSISTANTS.length} general assistants come with every plan. You keep everything: what locks opens
        again when you’re on a plan that includes it.
      </p>
    </div>
  );
}
