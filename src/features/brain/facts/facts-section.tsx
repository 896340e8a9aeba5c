import { Link } from '@tanstack/react-router';
import { MessageSquareOff } from 'lucide-react';
import { useRef } from 'react';
import { trpc } from '#src/api/trpc.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { FACTS_ID, SOURCES_ID } from '../anchors.ts';
import type { Overview } from '../brain-types.ts';
import { useFactFocusFallback } from '../fact-focus.ts';
import { isFiltering, type FactFilter } from './fact-filter.ts';
import { FactFilters } from './fact-filters.tsx';
import { FoundFacts } from './found-facts.tsx';
import { KindSection } from './kind-section.tsx';
import { ProfileSection } from './profile-section.tsx';

type FactsSectionProps = { overview: Overview; filter: FactFilter; isReading: boolean };

const AVOIDED_ID = 'avoided-words';

/** The words to avoid that are set for everyone. Read-only: they are edited with the other answer preferences. */
function AvoidedWords() {
  const { data = [] } = trpc.brain.preferences.list.useQuery();
  const words = data.filter(({ assistantId, setting }) => assistantId === null && setting === 'avoided_word');
  if (words.length === 0) return null;
  return (
    <section aria-labelledby={AVOIDED_ID}>
      <h3 className="h4 kind" id={AVOIDED_ID} tabIndex={-1}>
        Words to avoid <span className="muted num">{words.length}</span>
      </h3>
      <ul className="card rows" aria-labelledby={AVOIDED_ID}>
        <li className="fact profile">
          <MessageSquareOff className="icon" aria-hidden="true" />
          <p className="statement">{words.map(({ value }) => `“${value}”`).join(', ')}</p>
        </li>
        <li className="more">
          <Link className="text-button" to="/dashboard/brain" search={{ tab: 'answers' }}>
            Change how answers should be
          </Link>
        </li>
      </ul>
    </section>
  );
}

/** All facts: the first few of each kind, or those that match the filters. */
export function FactsSection({ overview, filter, isReading }: FactsSectionProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const hasFilters = isFiltering(filter);
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
        <FactFilters filter={filter} overview={overview} />
      </div>
      {hasFilters ? (
        <FoundFacts filter={filter} />
      ) : (
        <>
          {overview.kinds.map((facts) => (
            <KindSection key={facts.kind} facts={facts} onShowAll={() => heading.current?.focus()} />
          ))}
          <AvoidedWords />
          <ProfileSection profile={overview.profile} />
        </>
      )}
    </section>
  );
}
