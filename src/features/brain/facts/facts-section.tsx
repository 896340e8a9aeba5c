import { useRef } from 'react';
import { isFiltered, type BrainSearch } from '#src/domain/brain/brain-search.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { FACTS_ID, SOURCES_ID } from '../anchors.ts';
import type { Overview } from '../brain-types.ts';
import { useFactFocusFallback } from '../fact-focus.ts';
import { FactFilters } from './fact-filters.tsx';
import { FoundFacts } from './found-facts.tsx';
import { KindSection } from './kind-section.tsx';

type FactsSectionProps = { overview: Overview; search: BrainSearch; isReading: boolean };

/** All facts: the first few of each kind, or those that match the filters. */
export function FactsSection({ overview, search, isReading }: FactsSectionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const hasFilters = isFiltered(search);
  useFactFocusFallback(heading, isReading || hasFilters);
  return (
    <section className="stack facts-column" aria-labelledby={FACTS_ID}>
      <div className="stack tight">
        <div className="row between">
          <h2 className="h3" id={FACTS_ID} tabIndex={-1} ref={heading}>
            Facts <span className="muted num">{formatNumber(overview.count)}</span>
          </h2>
          <a className="text-button jump" href={`#${SOURCES_ID}`}>
            Sources
          </a>
        </div>
        <FactFilters search={search} overview={overview} />
      </div>
      {hasFilters ? (
        <FoundFacts search={search} />
      ) : (
        overview.kinds.map((facts) => (
          <KindSection key={facts.kind} facts={facts} onShowAll={() => heading.current?.focus()} />
        ))
      )}
    </section>
  );
}
