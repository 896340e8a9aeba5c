import { assistantById } from '#contract/chat/assistants.ts';
import { ChatBubble } from '#src/ui/chat/chat-bubble.tsx';
import { LoadingDots } from '#src/ui/feedback/loading-dots.tsx';
import { BotMessage } from './bot-message.tsx';
import type { ConversationState } from './conversation-store.ts';
import { DemoBox } from './demo-box.tsx';

type ConversationLogProps = {
  state: ConversationState;
  questions: readonly string[];
  onAsk: (question: string) => void;
  onRetry: () => void;
  onCloseBox: (farewell?: string) => void;
};

const farewellTo = (name: string) =>
  `Thank you${name === '' ? '' : `, ${name}`}. I’m taking you to the checkout. Come back anytime you have a question.`;

/** The messages, and the actions below them. */
export function ConversationLog({ state, questions, onAsk, onRetry, onCloseBox }: ConversationLogProps) {
  const { messages, status, offer } = state;
  const last = messages.at(-1);
  return (
    <div className="talk" tabIndex={0} role="group" aria-label="Conversation">
      <div className="turns">
        <div className="turns" role="log" aria-label="Messages">
          {messages.map((message) =>
            message.isUser ? (
              <ChatBubble key={message.id}>{message.content}</ChatBubble>
            ) : (
              <BotMessage
                key={message.id}
                text={message.content}
                isSpeaking={status === 'speaking' && message === last}
                isFailed={message.kind === 'apology'}
                onRetry={message.kind === 'apology' && message === last && status === 'idle' ? onRetry : undefined}
              />
            ),
          )}
          {status === 'waiting' && (
            <ChatBubble by="brain_ai">
              <LoadingDots label={`${assistantById('brain_ai').name} is typing`} />
            </ChatBubble>
          )}
        </div>
        {messages.length === 1 && (
          <ul className="suggested" aria-label="Suggested questions">
            {questions.map((question) => (
              <li key={question}>
                <button type="button" onClick={() => onAsk(question)}>
                  {question}
                </button>
              </li>
            ))}
          </ul>
        )}
        {offer === 'asked' && (
          <DemoBox onRequest={(name) => onCloseBox(farewellTo(name))} onLater={() => onCloseBox()} />
        )}
      </div>
    </div>
  );
}
