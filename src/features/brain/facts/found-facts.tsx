import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { FACT_KIND_NAMES } from '#contract/brain/brain.ts';
import { LOADING, TRY_AGAIN } from '#contract/texts.ts';
import { trpc } from '#src/api/trpc.ts';
import { errorText } from '#src/lib/app-error.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Empty } from '#src/ui/feedback/empty.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { FACTS_ID } from '../anchors.ts';
import { useFactFocusFallback } from '../fact-focus.ts';
import type { FactFilter } from './fact-filter.ts';
import { FactList } from './fact-list.tsx';
import { useErasing } from './use-erasing.tsx';

const NOTHING: Partial<Record<NonNullable<FactFilter['state']>, string>> = {
  suggested: 'Nothing is waiting for you to confirm it.',
  conflict: 'Nothing contradicts anything else.',
  superseded: 'Nothing has been replaced.',
  forgotten: 'Nothing has been forgotten.',
};

/** The facts that match the filters, newest first, a page at a time. */
export function FoundFacts({ filter: { q, kind, state } }: { filter: FactFilter }) {
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = trpc.brain.list.useInfiniteQuery(
    { kind, state, text: q },
    { getNextPageParam: ({ next }) => next ?? undefined, placeholderData: (shown) => shown },
  );
  const erasing = useErasing();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const facts = data?.pages.flatMap((page) => page.facts) ?? [];
  // The button for more is gone after the last page, so the focus goes to the first fact of the new one.
  const lengthBefore = useRef<number>(null);
  useEffect(() => {
    if (lengthBefore.current === null || facts.length <= lengthBefore.current) return;
    const first = list.current?.children[lengthBefore.current];
    lengthBefore.current = null;
    if (first instanceof HTMLElement) first.focus();
  }, [facts.length]);
  useFactFocusFallback(heading, isFetching);

  if (data === undefined && error)
    return (
      <Empty title={errorText(error)}>
        <Button variant="secondary" onClick={() => void refetch()}>
          {TRY_AGAIN}
        </Button>
      </Empty>
    );
  if (data === undefined)
    return (
      <div className="stack" role="status" aria-label={LOADING}>
        <Skeleton shape="block" />
        <Skeleton shape="block" />
      </div>
    );
  const name = kind === undefined ? 'Found' : FACT_KIND_NAMES[kind].heading;
  const count = `${formatNumber(facts.length)}${hasNextPage ? '+' : ''}`;
  const nothing = q === undefined && kind === undefined && state !== undefined ? NOTHING[state] : undefined;
  return (
    <section aria-labelledby="found">
      <h3 className={facts.length === 0 ? 'sr' : 'h4 kind'} id="found" tabIndex={-1} ref={heading}>
        <span>{name}</span> <span className="muted num">{count}</span>
      </h3>
      <p className="sr" role="status">
        {isFetching ? '' : `${count} found`}
      </p>
      {facts.length === 0 ? (
        <Empty figure={<Search className="icon" aria-hidden="true" />} title={nothing ?? 'No facts match that.'}>
          <Link
            className="btn secondary"
            to="/dashboard/brain"
            search={{}}
            activeOptions={{ exact: true }}
            resetScroll={false}
            onClick={() => document.getElementById(FACTS_ID)?.focus()}
          >
            Show all facts
          </Link>
        </Empty>
      ) : (
        <FactList
          facts={facts}
          labelledBy="found"
          ref={list}
          onErase={erasing.ask}
          more={
            hasNextPage && (
              <button
                type="button"
                className="text-button"
                disabled={isFetching}
                onClick={() => {
                  lengthBefore.current = facts.length;
                  void fetchNextPage();
                }}
              >
                {isFetching ? LOADING : 'Show more'}
              </button>
            )
          }
        />
      )}
      {erasing.dialog}
    </section>
  );
}
