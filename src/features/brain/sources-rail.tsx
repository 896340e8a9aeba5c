import { MessageSquare, NotebookText } from 'lucide-react';
import { formatNumber } from '#src/lib/text/format.ts';
import { SOURCES_ID } from './anchors.ts';
import type { Overview } from './brain-types.ts';
import { LearningCard } from './learning-card.tsx';

const SOURCES = {
  message: { name: 'Your conversations', Icon: MessageSquare },
  typed: { name: 'Typed by you', Icon: NotebookText },
} as const;

const factsText = (count: number) =>
  count === 0 ? 'Nothing yet' : `${formatNumber(count)} ${count === 1 ? 'fact' : 'facts'}`;

/** Where the facts come from, with what each source taught. */
export function SourcesRail({ overview: { sources, learnsFromChats } }: { overview: Overview }) {
  return (
    <aside className="stack rail" aria-labelledby={SOURCES_ID}>
      <section className="stack tight" aria-labelledby={SOURCES_ID}>
        <h2 className="h3" id={SOURCES_ID}>
          Sources
        </h2>
        <ul className="card rows">
          {sources.map(({ source, count }) => {
            const { name, Icon } = SOURCES[source];
            return (
              <li className="source" key={source}>
                <span className="itile">
                  <Icon className="icon" aria-hidden="true" />
                </span>
                <div>
                  <p className="strong">{name}</p>
                  <p className="small muted num">{factsText(count)}</p>
                </div>
              </li>
            );
          })}
        </ul>
      </section>
      <LearningCard learnsFromChats={learnsFromChats} />
    </aside>
  );
}
