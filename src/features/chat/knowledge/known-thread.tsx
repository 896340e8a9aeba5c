import { ThreadMessages, type ThreadMessagesProps } from '../thread/thread-messages.tsx';
import { KnowledgeProvider } from './knowledge-provider.tsx';

/** The messages of a thread, with what they have to do with the team's knowledge. */
export function KnownThread(props: ThreadMessagesProps) {
  const { conversationId, thread } = props;
  const { messages, streamingId } = thread;
  const last = messages.at(-1);
  const questionId = last?.role === 'assistant' ? messages.at(-2)?.id : undefined;
  return (
    <KnowledgeProvider turn={{ conversationId, streamingId, questionId }}>
      <ThreadMessages {...props} />
    </KnowledgeProvider>
  );
}
