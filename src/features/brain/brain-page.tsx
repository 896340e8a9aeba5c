import { Link } from '@tanstack/react-router';
import { Plus, Upload } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { LOADING, TRY_AGAIN } from '#contract/texts.ts';
import { trpc } from '#src/api/trpc.ts';
import type { BrainSearch } from '#src/domain/brain/brain-search.ts';
import { errorText } from '#src/lib/app-error.ts';
import { lazyDialog } from '#src/lib/lazy/lazy-dialog.tsx';
import { lazyPart } from '#src/lib/lazy/lazy-part.tsx';
import { useDroppedFiles } from '#src/lib/use-dropped-files.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { Button } from '#src/ui/button.tsx';
import { Empty } from '#src/ui/feedback/empty.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';
import { FACTS_ID } from './anchors.ts';
import { ConflictSection } from './conflicts/conflict-section.tsx';
import type { Overview } from './brain-types.ts';
import { DoubtfulSection } from './doubtful-section.tsx';
import { AwaitedFact, createAwaitedFact } from './fact-focus.ts';
import { FullBanner } from './full-banner.tsx';
import { filterOf, isFiltering } from './facts/fact-filter.ts';
import { FactsSection } from './facts/facts-section.tsx';
import { SourcesRail } from './sources-rail.tsx';
import { fileUploads, useFileUploads } from './sources/file-uploads.ts';
import { useSources } from './sources/use-sources.ts';
import { SplitAnswersBanner } from './start/split-answers-banner.tsx';
import { UnreadBanner } from './unread-banner.tsx';
import { useOnceSettled } from './use-once-settled.ts';
import { endSentence } from '#src/lib/text/ends-sentence.ts';
import './brain.css';
import './sources/sources.css';

const AddFactDialog = lazyDialog(async () => (await import('./add-fact-dialog.tsx')).AddFactDialog);
const AddSourceDialog = lazyDialog(async () => (await import('./sources/add-source-dialog.tsx')).AddSourceDialog);
const AnswersTab = lazyPart(
  async () => (await import('./answers/answers-tab.tsx')).AnswersTab,
  <div role="status" aria-label={LOADING} />,
);
// Only for those who come here first.
const StartPage = lazyPart(
  async () => (await import('./start/start-page.tsx')).StartPage,
  <div role="status" aria-label={LOADING} />,
);

const TITLE_ID = 'brain';
/** What was typed or said is read for what it means a moment later, and may take another fact's place: look again after each change. */
const POLL_MS = 3_000;
const SETTLED_AFTER_MS = 15_000;

function useOverview() {
  const [settled, setSettled] = useState<Overview>();
  const overview = trpc.brain.overview.useQuery(undefined, {
    refetchInterval: ({ state }) => (state.data === settled ? false : POLL_MS),
  });
  useOnceSettled(overview.data, SETTLED_AFTER_MS, setSettled);
  return overview;
}

/** Focuses a heading when another one leads the page: what had the focus is gone. Not when the page opens. */
function useFocusOnChange(id: string | null): void {
  const shown = useRef(id);
  useEffect(() => {
    const isOther = shown.current !== null && shown.current !== id;
    shown.current = id;
    if (isOther && id !== null) document.getElementById(id)?.focus();
  }, [id]);
}

/** What the team knows about the business: seen, corrected, and added to by its owner. */
export function BrainPage({ search }: { search: BrainSearch }) {
  const profile = trpc.profile.get.useQuery();
  const overview = useOverview();
  const [awaited] = useState(createAwaitedFact);
  const sources = useSources();
  const uploads = useFileUploads();
  const [adding, setAdding] = useState<'fact' | 'source' | null>(null);
  // The first answers make the page one with facts, but the questions stay until they are done.
  const [isAnswering, setIsAnswering] = useState(false);
  const closeDialog = useCallback(() => setAdding(null), []);
  const addFiles = (files: File[]) => {
    fileUploads.add(files);
    closeDialog();
  };
  const dropZone = { isOver: useDroppedFiles(addFiles), onFiles: addFiles };

  const filter = filterOf(search);
  const { data, error } = overview;
  const isFirstVisit = data?.count === 0 && !isFiltering(filter);
  const isAboutAnswers = search.tab === 'answers';
  const hasStart = (isFirstVisit || isAnswering) && !isAboutAnswers;
  useFocusOnChange(data === undefined || isAboutAnswers ? null : hasStart ? TITLE_ID : FACTS_ID);
  const business = profile.data?.businessName || 'your business';
  return (
    <AwaitedFact value={awaited}>
      <div className="main brain">
        <div className="page-head">
          <div>
            <h1 className="h1" id={TITLE_ID} tabIndex={-1}>
              Brain
            </h1>
            <p>
              {hasStart
                ? 'Tell one teammate and all ten know it. Prices, policies, opening hours, the words you’d never use.'
                : `What your team knows about ${endSentence(business)} Correct something here and everyone has it by their next message.`}
            </p>
          </div>
          {data && !hasStart && (
            <div className="row page-actions">
              <Button variant="secondary" onClick={() => setAdding('fact')}>
                <Plus className="icon sm" aria-hidden="true" />
                Add a fact
              </Button>
              <Button onClick={() => setAdding('source')}>
                <Upload className="icon sm" aria-hidden="true" />
                Add a source
              </Button>
            </div>
          )}
        </div>
        <BrainTabs count={data?.count} />
        {isAboutAnswers ? (
          <AnswersTab />
        ) : data === undefined ? (
          error ? (
            <Empty title={errorText(error)}>
              <Button onClick={() => void overview.refetch()}>{TRY_AGAIN}</Button>
            </Empty>
          ) : (
            <BrainSkeleton />
          )
        ) : hasStart ? (
          <StartPage
            learnsFromChats={data.learnsFromChats}
            hasFacts={data.count > 0}
            sources={sources?.sources.filter(({ scope }) => scope !== 'chat')}
            uploads={uploads}
            dropZone={dropZone}
            website={profile.data?.website ?? ''}
            onAnswer={() => setIsAnswering(true)}
            onDone={() => setIsAnswering(false)}
          />
        ) : (
          <>
            {data.full && <FullBanner full={data.full} />}
            {data.unread && <UnreadBanner unread={data.unread} />}
            {data.unconfirmedParts.length > 0 && <SplitAnswersBanner factIds={data.unconfirmedParts} />}
            <ConflictSection conflicts={data.conflicts} />
            <DoubtfulSection doubtful={data.doubtful} />
            <div className="with-rail">
              <FactsSection overview={data} filter={filter} isReading={overview.isFetching} />
              <SourcesRail overview={data} sources={sources} {...dropZone} />
            </div>
          </>
        )}
      </div>
      <AddFactDialog isOpen={adding === 'fact'} onClose={closeDialog} startKind={filter.kind} />
      <AddSourceDialog isOpen={adding === 'source'} onClose={closeDialog} {...dropZone} />
    </AwaitedFact>
  );
}

const EXACT = { exact: true };

/** Facts, and how answers should be. */
function BrainTabs({ count }: { count: number | undefined }) {
  return (
    <nav className="tabs" aria-label="Brain">
      <Link to="/dashboard/brain" search={{}} activeOptions={EXACT}>
        Facts {count !== undefined && <span className="count">{formatNumber(count)}</span>}
      </Link>
      <Link to="/dashboard/brain" search={{ tab: 'answers' }} activeOptions={EXACT}>
        How answers should be
      </Link>
    </nav>
  );
}

function BrainSkeleton() {
  return (
    <div className="with-rail" role="status" aria-label={LOADING}>
      <div className="stack">
        <Skeleton shape="title" />
        <Skeleton shape="block" />
        <Skeleton shape="block" />
        <Skeleton shape="block" />
      </div>
      <div className="stack">
        <Skeleton shape="title" />
        <Skeleton shape="block" />
      </div>
    </div>
  );
}
