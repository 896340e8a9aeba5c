import { Link } from '@tanstack/react-router';
import { EyeOff, MessageSquare, Lock } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { assistantById } from '#contract/chat/assistants.ts';
import { trpc } from '#src/api/trpc.ts';
import type { Source } from '#src/domain/brain/source.ts';
import type { Upload } from '#src/domain/brain/uploads.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { SOURCES_ID } from '../anchors.ts';
import { LearningCard } from '../learning-card.tsx';
import type { DropZoneProps } from '../sources/drop-zone.tsx';
import { SourceList } from '../sources/source-list.tsx';
import { BeforeAndAfter } from './before-and-after.tsx';
import { FiveQuestions } from './five-questions.tsx';
import { PasteWebsite } from './paste-website.tsx';
import { startTitle } from './start-title.ts';
import { UploadPriceList } from './upload-price-list.tsx';

const brainAi = assistantById('brain_ai');

type StartPageProps = {
  learnsFromChats: boolean;
  hasFacts: boolean;
  /** Undefined until they are known. */
  sources: readonly Source[] | undefined;
  uploads: readonly Upload[];
  dropZone: DropZoneProps;
  /** The address in the person's profile. */
  website: string;
  onAnswer: () => void;
  onDone: () => void;
};

/** The Brain page of someone whose team knows nothing yet: three quick ways to begin, and what it is good for. */
export function StartPage(props: StartPageProps) {
  const { learnsFromChats, sources = [], uploads, dropZone, website, ...questions } = props;
  // Someone who has forgotten everything can still find it.
  const forgotten = trpc.brain.list.useQuery({ state: 'forgotten' });
  const hasSources = uploads.length > 0 || sources.length > 0;
  const areKnown = props.sources !== undefined;
  const hadSources = useRef<boolean>(undefined);
  // The first one stands above the ways to add it. Not when the page opens.
  useEffect(() => {
    if (!areKnown) return;
    if (hasSources && hadSources.current === false) document.getElementById(SOURCES_ID)?.focus();
    hadSources.current = hasSources;
  }, [areKnown, hasSources]);
  return (
    <>
      <section className="start" aria-labelledby="start">
        <div className="row start-head">
          <AssistantAvatar id="brain_ai" size={72} />
          <div>
            <h2 className="h2" id="start">
              {startTitle(sources, uploads)}
            </h2>
            <p className="muted">
              You can see every fact your team picks up, and correct or forget any of them.
              {forgotten.data !== undefined && forgotten.data.facts.length > 0 && (
                <>
                  {' '}
                  <Link
                    className="link"
                    to="/dashboard/brain"
                    search={{ state: 'forgotten' }}
                    activeOptions={{ exact: true }}
                  >
                    See what was forgotten
                  </Link>
                </>
              )}
            </p>
          </div>
        </div>
        {hasSources && (
          <section className="stack tight" aria-labelledby={SOURCES_ID}>
            <h3 className="h3" id={SOURCES_ID} tabIndex={-1}>
              Sources
            </h3>
            <SourceList sources={sources} />
          </section>
        )}
        <div className="ways">
          <PasteWebsite website={sources.some(({ kind }) => kind === 'site') ? '' : website} />
          <UploadPriceList {...dropZone} />
          <FiveQuestions {...questions} />
        </div>
      </section>
      <BeforeAndAfter />
      <section className="grid3 assurances" aria-label="How it works">
        <p>
          <Lock className="icon" aria-hidden="true" />
          <span>
            <b>It stays yours.</b> Nobody else’s teammates ever see it. Export or delete it anytime.
          </span>
        </p>
        <p>
          <EyeOff className="icon" aria-hidden="true" />
          <span>
            <b>Some things never go in.</b> Passwords, keys, and card numbers are left out, and so is anything you say
            in a private chat.
          </span>
        </p>
        <p>
          <MessageSquare className="icon" aria-hidden="true" />
          <span>
            <b>Or just talk.</b> Say “Remember that we close at 4 on Saturdays” to{' '}
            <Link className="link" to="/dashboard/$slug" params={{ slug: brainAi.slug }}>
              {brainAi.name}
            </Link>{' '}
            or anyone else on the team.
          </span>
        </p>
      </section>
      <LearningCard learnsFromChats={learnsFromChats} />
    </>
  );
}
