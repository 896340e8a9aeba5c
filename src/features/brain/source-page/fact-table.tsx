import { useState } from 'react';
import { placeName, sourceName } from '#src/domain/brain/fact-source.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import type { FACT_GROUPS, OpenFact } from './open-facts.ts';

/** How many facts of a group are listed at first. */
const SHOWN_FIRST = 20;

type FactTableProps = {
  group: (typeof FACT_GROUPS)[number];
  facts: readonly OpenFact[];
  selected: ReadonlySet<string>;
  onSelect: (id: string, isSelected: boolean) => void;
};

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
const answerOf = ({ value, statement }: OpenFact['fact']) => (value === '' ? statement : value);

/** Facts of one group, as rows that can be selected. */
export function FactTable({ group, facts, selected, onSelect }: FactTableProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? facts : facts.slice(0, SHOWN_FIRST);
  const rest = facts.length - shown.length;
  return (
    <section className="fact-group" aria-labelledby={`facts-${group.id}`}>
      <p className="fact-group-head">
        <b className="strong small" id={`facts-${group.id}`}>
          {group.name}
        </b>
        <span className="muted small num">{formatNumber(facts.length)}</span>
        <span className="muted xs">{group.hint}</span>
      </p>
      <ul>
        {shown.map(({ fact, rivals }) => {
          const place = fact.source.place && placeName(fact.source.place);
          return (
            <li key={fact.id}>
              <label>
                <input
                  type="checkbox"
                  checked={selected.has(fact.id)}
                  onChange={({ target }) => onSelect(fact.id, target.checked)}
                />
                <b className="strong small">{fact.subject}</b>
                <span className="small">{capital(fact.attribute)}</span>
                <span className="answer">
                  <b className="strong">{answerOf(fact)}</b>
                  {rivals.map((rival) => (
                    <span key={rival.id} className="xs muted">
                      {group.id === 'replaces' ? (
                        <>
                          <span>Replaces </span>
                          <s>{answerOf(rival)}</s>
                          <span>{` from ${sourceName(rival.source)}`}</span>
                        </>
                      ) : (
                        <span>{`${sourceName(rival.source)}: ${answerOf(rival)}. That stays, unless you choose this one.`}</span>
                      )}
                    </span>
                  ))}
                </span>
                <span className="xs muted place">{place === null ? '' : capital(place)}</span>
              </label>
            </li>
          );
        })}
      </ul>
      {rest > 0 && (
        <p className="fact-rest">
          <span className="muted small">{`Showing ${shown.length} of ${formatNumber(facts.length)}`}</span>
          <button type="button" className="text-button" onClick={() => setIsWhole(true)}>
            {`Show the other ${formatNumber(rest)}`}
          </button>
        </p>
      )}
    </section>
  );
}
