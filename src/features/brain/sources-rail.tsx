import { MessageSquare, NotebookText, UserRound, Workflow, type LucideIcon } from 'lucide-react';
import type { Sources } from '#src/domain/brain/source.ts';
import { Card } from '#src/ui/card.tsx';
import { SOURCES_ID } from './anchors.ts';
import type { Overview } from './brain-types.ts';
import { LearningCard } from './learning-card.tsx';
import { AddSources } from './sources/add-sources.tsx';
import type { DropZoneProps } from './sources/drop-zone.tsx';
import { SourceList } from './sources/source-list.tsx';
import { factsText } from './sources/source-words.ts';
import { StorageMeter } from './sources/storage-meter.tsx';

type SourcesRailProps = DropZoneProps & { overview: Overview; sources: Sources | undefined };

/** Where the facts come from, with what each source taught, and ways to add more. */
export function SourcesRail({ overview, sources, ...dropZone }: SourcesRailProps) {
  const countOf = (kind: Overview['sources'][number]['source']) =>
    overview.sources.find(({ source }) => source === kind)?.count ?? 0;
  return (
    <aside className="stack rail" aria-labelledby={SOURCES_ID}>
      <section className="stack tight" aria-labelledby={SOURCES_ID}>
        <h2 className="h3" id={SOURCES_ID} tabIndex={-1}>
          Sources
        </h2>
        <Card>
          <AddSources {...dropZone} />
        </Card>
        <SourceList sources={sources?.sources ?? []}>
          <OwnSource name="Your conversations" Icon={MessageSquare} count={countOf('message')} />
          <OwnSource name="Your profile" Icon={UserRound} count={overview.profile.length} />
          <OwnSource name="Typed by you" Icon={NotebookText} count={countOf('typed')} />
          {countOf('automation') > 0 && (
            <OwnSource name="Your automations" Icon={Workflow} count={countOf('automation')} />
          )}
        </SourceList>
      </section>
      {sources && <StorageMeter storage={sources.storage} />}
      <LearningCard learnsFromChats={overview.learnsFromChats} />
    </aside>
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
