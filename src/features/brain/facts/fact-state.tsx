import { Check } from 'lucide-react';
import { Badge } from '#src/ui/badge.tsx';
import { CONFLICTS_ID } from '../anchors.ts';
import type { Fact } from '#src/domain/brain/fact.ts';
import { STATE_NAMES } from '../fact-words.ts';

/** A fact's state in a word. A conflict links to where it's settled. Facts that the owner said show no check mark. */
export function FactStateMark({ state, isSaid }: Pick<Fact, 'state' | 'isSaid'>) {
  const name = STATE_NAMES[state];
  if (state === 'conflict')
    return (
      <a className="badge warning" href={`#${CONFLICTS_ID}`}>
        {name}
      </a>
    );
  if (state === 'confirmed' && isSaid) return <span className="state">You said so</span>;
  if (state === 'suggested') return <Badge tone="accent">{name}</Badge>;
  return (
    <span className="state">
      {state === 'confirmed' && <Check className="icon" aria-hidden="true" />}
      <span>{name}</span>
    </span>
  );
}
