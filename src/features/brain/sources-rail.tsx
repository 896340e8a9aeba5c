import { MessageSquare, NotebookText, UserRound, Workflow, type LucideIcon } from 'lucide-react';
import { useId, useRef } from 'react';
import type { Source, Sources } from '#src/domain/brain/source.ts';
import { Card } from '#src/ui/card.tsx';
import { SOURCES_ID } from './anchors.ts';
import type { Overview } from './brain-types.ts';
import { LearningCard } from './learning-card.tsx';
import { AddSources } from './sources/add-sources.tsx';
import type { DropZoneProps } from './sources/drop-zone.tsx';
import { SourceRow } from './sources/source-row.tsx';
import { SourceList } from './sources/source-list.tsx';
import { factsText } from './sources/source-words.ts';
import { StorageMeter } from './sources/storage-meter.tsx';

type SourcesRailProps = DropZoneProps & { overview: Overview; sources: Sources | undefined };

/** Where the facts come from, with what each source taught, and ways to add more. */
export function SourcesRail({ overview, sources, ...dropZone }: SourcesRailProps) {
  const countOf = (kind: Overview['sources'][number]['source']) =>
    overview.sources.find(({ source }) => source === kind)?.count ?? 0;
  const all = sources?.sources ?? [];
  const ofTeam = all.filter(({ scope }) => scope !== 'chat');
  const ofChats = all.filter(({ scope }) => scope === 'chat');
  return (
    <aside className="stack rail" aria-labelledby={SOURCES_ID}>
      <section className="stack tight" aria-labelledby={SOURCES_ID}>
        <h2 className="h3" id={SOURCES_ID} tabIndex={-1}>
          Sources
        </h2>
        <Card>
          <AddSources {...dropZone} />
        </Card>
        <SourceList sources={ofTeam}>
          <OwnSource name="Your conversations" Icon={MessageSquare} count={countOf('message')} />
          <OwnSource name="Your profile" Icon={UserRound} count={overview.profile.length} />
          <OwnSource name="Typed by you" Icon={NotebookText} count={countOf('typed')} />
          {countOf('automation') > 0 && (
            <OwnSource name="Your automations" Icon={Workflow} count={countOf('automation')} />
          )}
        </SourceList>
      </section>
      {ofChats.length > 0 && <ChatFiles sources={ofChats} />}
      {sources && <StorageMeter storage={sources.storage} />}
      <LearningCard learnsFromChats={overview.learnsFromChats} />
    </aside>
  );
}

/** Files that belong only to a chat. They count toward storage and can be moved to the Brain. */
function ChatFiles({ sources }: { sources: readonly Source[] }) {
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section className="stack tight" aria-labelledby={headingId}>
      <h3 className="h4" id={headingId} tabIndex={-1} ref={heading}>
        Only in one chat
      </h3>
      <ul className="card rows" aria-labelledby={headingId}>
        {sources.map((source) => (
          <SourceRow
            key={source.id}
            source={source}
            onFiles={null}
            onChoose={null}
            onLeave={() => (sources.length > 1 ? heading.current : document.getElementById(SOURCES_ID))?.focus()}
          />
        ))}
      </ul>
    </section>
  );
}

type OwnSourceProps = { name: string; Icon: LucideIcon; count: number };

/** What the owner has said, or their automations have noted. */
function OwnSource({ name, Icon, count }: OwnSourceProps) {
  return (
    <li className="source">
      <span className="itile sm">
        <Icon className="icon" aria-hidden="true" />
      </span>
      <div>
        <p className="strong">{name}</p>
        <p className="xs muted num">{count === 0 ? 'Nothing yet' : factsText(count)}</p>
      </div>
    </li>
  );
}
