import { Link } from '@tanstack/react-router';
import { validityText } from '#src/domain/brain/fact-dates.ts';
import { messageLink, passageLink, sourceText } from '#src/domain/brain/fact-source.ts';
import type { Fact } from '#src/domain/brain/fact.ts';
import { useNow } from '#src/lib/use-now.ts';
import { useKnowledge } from './knowledge-context.ts';
import { openText } from './passage-words.ts';

/** Where a fact is from, and how long it holds. */
export function FactSource({ fact }: { fact: Fact }) {
  const now = useNow();
  const validity = validityText(fact, now);
  return <p className="muted xs">{`${sourceText(fact, now)}${validity === null ? '' : ` · ${validity}`}`}</p>;
}

/** The way to the message or passage that says so, unless that is in this conversation or gone. */
export function FactLink({ fact: { source }, onOpen }: { fact: Fact; onOpen: () => void }) {
  const open = useKnowledge()?.conversationId;
  const passage = passageLink(source);
  if (passage)
    return (
      <Link className="link small" {...passage} onClick={onOpen}>
        {openText(source.kind === 'file', source.place)}
      </Link>
    );
  const link = messageLink(source);
  if (link === null || link.search.c === open) return null;
  return (
    <Link className="link small" {...link} onClick={onOpen}>
      Open conversation
    </Link>
  );
}
