import { Link } from '@tanstack/react-router';
import { MessageSquare, NotebookText } from 'lucide-react';
import { assistantById } from '#contract/chat/assistants.ts';
import { useNow } from '#src/lib/use-now.ts';
import type { Fact } from './brain-types.ts';
import { formatDayOrTime } from './fact-dates.ts';
import { sourceName } from './fact-words.ts';

/** Who said it and when, with a link to the conversation while it exists. */
export function SourceLine({ fact: { source, learnedAt } }: { fact: Fact }) {
  const now = useNow();
  const { kind, assistantId, conversationId } = source;
  const Icon = kind === 'typed' ? NotebookText : MessageSquare;
  const name = sourceName(source);
  return (
    <p className="src">
      <Icon className="icon" aria-hidden="true" />
      {assistantId !== null && conversationId !== null ? (
        <Link to="/dashboard/$slug" params={{ slug: assistantById(assistantId).slug }} search={{ c: conversationId }}>
          {name}
        </Link>
      ) : (
        name
      )}{' '}
      · <time dateTime={learnedAt}>{formatDayOrTime(new Date(learnedAt), now)}</time>
    </p>
  );
}
