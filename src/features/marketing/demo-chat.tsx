import { ArrowUp } from 'lucide-react';
import { useEffect, useRef, type FormEvent } from 'react';
import { assistantById } from '#contract/assistants.ts';
import { VISITOR_MESSAGE_MAX } from '#contract/visitor-limits.ts';
import { LinkedWords } from '#src/lib/linked-words.tsx';
import { useWakes } from '#src/lib/use-wakes.ts';
import { AssistantAvatar } from '#src/ui/assistant-avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { ChatBubble } from '#src/ui/chat-bubble.tsx';
import { LoadingDots } from '#src/ui/loading-dots.tsx';
import { useDemo, type Exchange } from './use-demo.ts';

const EMMIE = assistantById('emmie');

/** The small chat of the hero (spec §2). Its first exchange is written; then Emmie answers as she does visitors. */
export function DemoChat() {
  const { exchanges, isBusy, ask } = useDemo();
  const field = useRef<HTMLInputElement>(null);
  const wakes = useWakes();

  // What got no answer comes back into the field, unless something new stands there.
  const last = exchanges.at(-1);
  const lost = last?.problem === undefined ? undefined : last.question;
  useEffect(() => {
    if (lost !== undefined && field.current?.value === '') field.current.value = lost;
  }, [lost]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (field.current && ask(field.current.value)) field.current.value = '';
  };

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
      <form action="#demo" {...wakes} onSubmit={submit}>
        <label className="sr" htmlFor="demo-question">
          Message
        </label>
        <input
          ref={field}
          className="input"
          id="demo-question"
          placeholder="Ask Emmie something…"
          autoComplete="off"
          enterKeyHint="send"
          maxLength={VISITOR_MESSAGE_MAX}
        />
        <button className="btn" type="submit" aria-label="Send" disabled={isBusy}>
          <ArrowUp className="icon" aria-hidden="true" />
        </button>
      </form>
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
