import { useEffect, useRef } from 'react';
import { assistantById } from '#contract/chat/assistants.ts';
import { LinkedWords } from '#src/domain/site/linked-words.tsx';
import { useDeferredHydration } from '#src/hydration/use-deferred-hydration.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { ChatBubble } from '#src/ui/chat/chat-bubble.tsx';
import { LoadingDots } from '#src/ui/feedback/loading-dots.tsx';
import { SmallChatForm } from '#src/ui/chat/small-chat-form.tsx';
import { useDemo, type Exchange } from './use-demo.ts';

const EMMIE = assistantById('emmie');

/** The small chat in the hero (VISITOR-8). Its first exchange is scripted; after that Emmie answers for real. */
export function DemoChat() {
  const { exchanges, isBusy, ask } = useDemo();
  const field = useRef<HTMLInputElement>(null);
  const deferred = useDeferredHydration();

  // A question without an answer returns to the field, unless the person has typed something new.
  const last = exchanges.at(-1);
  const lost = last?.problem === undefined ? undefined : last.question;
  useEffect(() => {
    if (lost !== undefined && field.current?.value === '') field.current.value = lost;
  }, [lost]);

  return (
    <section className="demo small-chat" id="demo" aria-label="Demo chat" data-assistant={EMMIE.id}>
      <header>
        <AssistantAvatar id={EMMIE.id} size={40} />
        <div className="grow">
          <p className="strong">{EMMIE.name}</p>
          <p className="xs muted">{EMMIE.role}</p>
        </div>
        <Badge tone="assistant">Demo</Badge>
      </header>
      <div className="talk" role="log" aria-label="Demo conversation" tabIndex={0}>
        <div className="turns">
          <ChatBubble>We open the kiln on Saturday. Can you tell our regulars?</ChatBubble>
          <ChatBubble by={EMMIE.id}>
            <p>Of course. Here is a start, and I can make it shorter:</p>
            <p>
              <strong>Subject:</strong> Forty bowls, still warm
              <br />
              <strong>Preview:</strong> Come for coffee on Saturday, leave with the first pick.
            </p>
          </ChatBubble>
          {exchanges.map((exchange) => (
            <ExchangeBubbles key={exchange.id} exchange={exchange} />
          ))}
        </div>
      </div>
      <SmallChatForm
        {...deferred}
        action="#demo"
        field={field}
        placeholder="Ask Emmie something…"
        isBusy={isBusy}
        onSend={ask}
      />
    </section>
  );
}

function ExchangeBubbles({ exchange }: { exchange: Exchange }) {
  const { question, answer, isOver, problem } = exchange;
  return (
    <>
      <ChatBubble>{question}</ChatBubble>
      <ChatBubble by={EMMIE.id} isFailed={problem !== undefined}>
        {answer === '' && !isOver && <LoadingDots label={`${EMMIE.name} is typing`} />}
        {answer !== '' && (
          <LinkedWords text={answer}>{!isOver && <span className="caret" aria-hidden="true" />}</LinkedWords>
        )}
        {problem !== undefined && <p className="said">{problem}</p>}
      </ChatBubble>
    </>
  );
}
