import { MessageSquare, NotebookText, UserRound } from 'lucide-react';
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

const OWN_SOURCES = {
  message: { name: 'Your conversations', Icon: MessageSquare },
  profile: { name: 'Your profile', Icon: UserRound },
  typed: { name: 'Typed by you', Icon: NotebookText },
} as const;

type SourcesRailProps = DropZoneProps & { overview: Overview; sources: Sources | undefined };

/** Where the facts come from, with what each source taught, and ways to add more. */
export function SourcesRail({ overview, sources, ...dropZone }: SourcesRailProps) {
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
          {overview.sources.map(({ source, count }) => {
            const { name, Icon } = OWN_SOURCES[source];
            return (
              <li className="source" key={source}>
                <span className="itile sm">
                  <Icon className="icon" aria-hidden="true" />
                </span>
                <div>
                  <p className="strong">{name}</p>
                  <p className="xs muted num">{count === 0 ? 'Nothing yet' : factsText(count)}</p>
                </div>
              </li>
            );
          })}
        </SourceList>
      </section>
      {sources && <StorageMeter storage={sources.storage} />}
      <LearningCard learnsFromChats={overview.learnsFromChats} />
    </aside>
  );
}
