import { Link, useNavigate } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { LOADING, TRY_AGAIN } from '#contract/texts.ts';
import { trpc } from '#src/api/trpc.ts';
import { errorCode, errorText } from '#src/lib/app-error.ts';
import { Button } from '#src/ui/button.tsx';
import { Empty } from '#src/ui/feedback/empty.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { isReading } from '#src/domain/brain/source.ts';
import { FactsOfSource } from './facts-of-source.tsx';
import { allFacts } from './open-facts.ts';
import { PassageList } from './passage-list.tsx';
import { SourceHead } from './source-head.tsx';
import '../brain.css';
import './source-page.css';

const READING_POLL_MS = 1_000;

type SourcePageProps = {
  sourceId: string;
  /** The passage to begin at. */
  passageId: string | undefined;
};

/** What a document or page says, as the team reads it. */
export function SourcePage({ sourceId, passageId }: SourcePageProps) {
  const navigate = useNavigate();
  const { data, error, refetch, ...pages } = trpc.brain.sources.get.useInfiniteQuery(
    { sourceId, around: passageId },
    {
      getNextPageParam: ({ next }) => next,
      getPreviousPageParam: ({ previous }) => previous,
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ source }) => isReading(source)) ? READING_POLL_MS : false,
    },
  );
  const source = data?.pages.at(-1)?.source;
  const { data: open } = trpc.brain.sources.facts.useQuery({ sourceId }, { enabled: (source?.factCount ?? 0) > 0 });
  // Two pages of which the first is short have some passages in common.
  const passages = [
    ...new Map(data?.pages.flatMap((page) => page.passages.map((passage) => [passage.id, passage] as const))).values(), // reason: a pair, not a list
  ];
  const isGone = ['NOT_FOUND', 'INVALID_INPUT'].includes(errorCode(error) ?? '');
  return (
    <div className="main brain source-page">
      <Link className="link back" to="/dashboard/brain">
        <ArrowLeft className="icon sm" aria-hidden="true" />
        Brain
      </Link>
      {source === undefined && <h1 className="sr">Document or page</h1>}
      {source !== undefined ? (
        <>
          <SourceHead source={source} onRemoved={() => void navigate({ to: '/dashboard/brain' })} />
          {open && allFacts(open).length > 0 && <FactsOfSource key={sourceId} sourceId={sourceId} open={open} />}
          {passages.length > 0 && <PassageList passages={passages} askedId={passageId} {...pages} />}
        </>
      ) : error ? (
        <Empty title={isGone ? 'This document or page isn’t in your Brain anymore.' : errorText(error)}>
          {!isGone && <Button onClick={() => void refetch()}>{TRY_AGAIN}</Button>}
        </Empty>
      ) : (
        <div className="stack" role="status" aria-label={LOADING}>
          <Skeleton shape="title" />
          <Skeleton shape="block" />
          <Skeleton shape="block" />
        </div>
      )}
    </div>
  );
}
