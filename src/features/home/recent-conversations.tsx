import { Link } from '@tanstack/react-router';
import { assistantById } from '#contract/chat/assistants.ts';
import { relativeTime } from '#src/lib/text/format.ts';
import { Badge } from '#src/ui/badge.tsx';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import type { Recent } from './home-data.ts';

type Props = { conversations: readonly Recent[]; now: Date };

/** The most recent conversations with any teammate. */
export function RecentConversations({ conversations, now }: Props) {
  return (
    <section className="stack" aria-labelledby="recent">
      <h2 className="h3" id="recent">
        Recent conversations
      </h2>
      {conversations.length === 0 ? (
        <p className="card muted">Your other conversations will appear here.</p>
      ) : (
        <ul className="card convos">
          {conversations.map((conversation) => (
            <ConversationRow key={conversation.id} conversation={conversation} now={now} />
          ))}
        </ul>
      )}
    </section>
  );
}

function ConversationRow({ conversation, now }: { conversation: Recent; now: Date }) {
  const { id, assistantId, title, preview, updatedAt, isStreaming, hasNewAnswer } = conversation;
  const { name, slug } = assistantById(assistantId);
  return (
    <li className={hasNewAnswer ? 'unread' : undefined} data-assistant={assistantId}>
      <Link className="convo" to="/dashboard/$slug" params={{ slug }} search={{ c: id }}>
        <AssistantAvatar id={assistantId} size={40} />
        <span className="what">
          <b>{title}</b>
          <span className="small muted">{preview === null ? name : `${name}: ${preview}`}</span>
        </span>
        <span className="when">
          {hasNewAnswer && (
            <Badge tone="assistant">
              New<span className="wide"> answer</span>
            </Badge>
          )}
          <span className="xs muted num">{isStreaming ? 'Answering…' : relativeTime(updatedAt, now)}</span>
        </span>
      </Link>
    </li>
  );
}
