import type { ReactNode, Ref } from 'react';
import type { Fact } from '#src/domain/brain/fact.ts';
import { FactRow } from './fact-row.tsx';

type FactListProps = {
  facts: readonly Fact[];
  /** The id of the heading that names the list. */
  labelledBy: string;
  ref?: Ref<HTMLUListElement>;
  onErase?: (fact: Fact, row: HTMLElement) => void;
  /** A last row that leads to more. */
  more?: ReactNode;
};

/** Facts as one card with hairlines. */
export function FactList({ facts, labelledBy, ref, onErase, more }: FactListProps) {
  return (
    <ul className="card rows" aria-labelledby={labelledBy} ref={ref}>
      {facts.map((fact) => (
        <FactRow key={fact.id} fact={fact} onErase={onErase} />
      ))}
      {more && <li className="more">{more}</li>}
    </ul>
  );
}
