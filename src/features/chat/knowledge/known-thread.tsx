import { siteOf } from '#contract/chat/link-target.ts';
import { trpc } from '#src/api/trpc.ts';
import { OwnSiteProvider } from '../answers/own-site.ts';
import { ThreadMessages, type ThreadMessagesProps } from '../thread/thread-messages.tsx';
import { KnowledgeProvider } from './knowledge-provider.tsx';

/** The messages of a thread, with their links to facts about the business. */
export function KnownThread(props: ThreadMessagesProps) {
  const { conversationId, thread } = props;
  const website = trpc.profile.get.useQuery().data?.website;
  const { messages, streamingId } = thread;
  const last = messages.at(-1);
  const questionId = last?.role === 'assistant' ? messages.at(-2)?.id : undefined;
  return (
    <KnowledgeProvider turn={{ conversationId, streamingId, questionId }}>
      <OwnSiteProvider value={siteOf(website ?? '')}>
        <ThreadMessages {...props} />
      </OwnSiteProvider>
    </KnowledgeProvider>
  );
}
