import type { Assistant } from '#contract/chat/assistants.ts';
import { CHAT_TEXTS } from '#contract/chat/chat-texts.ts';
import { firstName } from '#src/lib/text/first-name.ts';
import { trpc } from '#src/api/trpc.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { sampleRequests } from '#src/domain/assistants/sample-requests.ts';
import { endSentence } from '#src/lib/text/ends-sentence.ts';

export type EmptyThreadProps = { assistant: Assistant; onPick: (request: string) => void };

/** Before the first message: the face, a sentence, three requests to start with. */
export function EmptyThread({ assistant, onPick }: EmptyThreadProps) {
  const { data: profile } = trpc.profile.get.useQuery();
  const name = firstName(profile?.fullName ?? '');
  return (
    <div className="empty start">
      <AssistantAvatar id={assistant.id} size={112} />
      <p className="h2">{name ? `Hello, ${endSentence(name)}` : 'Hello.'}</p>
      <p className="muted">{CHAT_TEXTS.empty}</p>
      <ul className="chips" aria-label="Requests to start with">
        {sampleRequests(assistant).map((request) => (
          <li key={request}>
            <button type="button" className="chip" onClick={() => onPick(request)}>
              {request}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
