import { Link } from '@tanstack/react-router';
import { assistantById } from '#contract/chat/assistants.ts';
import { formatDate } from '#src/lib/text/format.ts';
import { useNow } from '#src/lib/use-now.ts';
import { sourceText } from './fact-words.ts';
import { useKnowledge, type Fact } from './knowledge-context.ts';

/** Where a fact is from, and how long it holds. */
export function FactSource({ fact }: { fact: Fact }) {
  const now = useNow();
  // A day has no time zone: noon is on that day wherever the reader is.
  const until = fact.validUntil === null ? '' : ` · until ${formatDate(`${fact.validUntil}T12:00:00`)}`;
  return (
    <p className="muted xs">
      {sourceText(fact, now)}
      {until}
    </p>
  );
}

/** The way to the conversation where a fact was said, unless it's this one or gone. */
export function ConversationLink({ fact: { source }, onOpen }: { fact: Fact; onOpen: () => void }) {
  const open = useKnowledge()?.conversationId;
  const { assistantId, conversationId } = source;
  if (assistantId === null || conversationId === null || conversationId === open) return null;
  return (
    <Link
      className="link small"
      to="/dashboard/$slug"
      params={{ slug: assistantById(assistantId).slug }}
      search={{ c: conversationId }}
      onClick={onOpen}
    >
      Open conversation
    </Link>
  );
}
