import { Link } from '@tanstack/react-router';
import { MessageSquare, NotebookText } from 'lucide-react';
import { formatDayOrTime } from '#src/domain/brain/fact-dates.ts';
import { messageLink, sourceName } from '#src/domain/brain/fact-source.ts';
import type { Fact } from '#src/domain/brain/fact.ts';
import { useNow } from '#src/lib/use-now.ts';

/** Who said it and when, with a link to the message while its conversation exists. */
export function SourceLine({ fact: { source, learnedAt } }: { fact: Fact }) {
  const now = useNow();
  const Icon = source.kind === 'typed' ? NotebookText : MessageSquare;
  const link = messageLink(source);
  const name = sourceName(source);
  return (
    <p className="src">
      <Icon className="icon" aria-hidden="true" />
      {link === null ? name : <Link {...link}>{name}</Link>} ·{' '}
      <time dateTime={learnedAt}>{formatDayOrTime(new Date(learnedAt), now)}</time>
    </p>
  );
}
