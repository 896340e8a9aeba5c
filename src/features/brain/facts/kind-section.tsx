import { Link } from '@tanstack/react-router';
import { FACT_KIND_NAMES } from '#contract/brain/brain.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import type { FactsOfKind } from '../brain-types.ts';
import { FactList } from './fact-list.tsx';

type KindSectionProps = { facts: FactsOfKind; onShowAll: () => void };

/** The newest facts of one kind. */
export function KindSection({ facts: { kind, count, facts }, onShowAll }: KindSectionProps) {
  const { heading } = FACT_KIND_NAMES[kind];
  const id = `kind-${kind}`;
  return (
    <section aria-labelledby={id}>
      <h3 className="h4 kind" id={id} tabIndex={-1}>
        <span>{heading}</span> <span className="muted num">{formatNumber(count)}</span>
      </h3>
      <FactList
        facts={facts}
        labelledBy={id}
        more={
          count > facts.length && (
            <Link
              className="text-button"
              to="/dashboard/brain"
              search={{ kind }}
              resetScroll={false}
              onClick={onShowAll}
            >
              <span>{`Show all ${formatNumber(count)}`}</span>
              <span className="sr">{` under ${heading}`}</span>
            </Link>
          )
        }
      />
    </section>
  );
}
