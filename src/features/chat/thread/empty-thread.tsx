import type { Assistant } from '#contract/chat/assistants.ts';
import { CHAT_TEXTS } from '#contract/texts.ts';
import { trpc } from '#src/api/trpc.ts';
import { AssistantAvatar } from '#src/ui/assistant-avatar.tsx';
import { sampleRequests } from '../composer/sample-requests.ts';

/** Before the first message: the face, a sentence, three requests to begin with. */
export function EmptyThread({ assistant, onPick }: { assistant: Assistant; onPick: (request: string) => void }) {
  const { data: profile } = trpc.profile.get.useQuery();
  const firstName = profile?.fullName.trim().split(/\s+/)[0];
  return (
    <div className="empty start">
      <AssistantAvatar id={assistant.id} size={112} />
      <p className="h2">{firstName ? `Hello, ${firstName}.` : 'Hello.'}</p>
      <p className="muted">{CHAT_TEXTS.empty}</p>
      <ul className="chips" aria-label="Requests to begin with">
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
