import { ArrowUp } from 'lucide-react';
import { useEffect, useState, type FormEvent } from 'react';
import { assistantById } from '#contract/assistants.ts';
import { AssistantAvatar } from '#src/ui/assistant-avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { LoadingDots } from '#src/ui/loading-dots.tsx';
import { demoAnswer, type DemoAnswer } from './demo-answer.ts';

type Exchange = { id: number; question: string; answer: DemoAnswer };

const EMMIE = assistantById('emmie');
const THINKING_MS = 700;
const FIRST: Exchange = {
  id: 0,
  question: 'We open the kiln on Saturday. Can you tell our regulars?',
  answer: {
    text: 'Of course. Here is a start, and I can make it shorter:',
    subject: 'Forty bowls, still warm',
    preview: 'Come for coffee on Saturday, leave with the first pick.',
  },
};

/** The small chat of the hero (spec §2). Its answers are prepared, and it says so. */
export function DemoChat() {
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([FIRST]);
  const [isThinking, setIsThinking] = useState(false);

  useEffect(() => {
    if (!isThinking) return;
    const timer = setTimeout(() => setIsThinking(false), THINKING_MS);
    return () => clearTimeout(timer);
  }, [isThinking]);

  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = new FormData(form).get('question');
    const question = typeof typed === 'string' ? typed.trim() : '';
    if (question === '' || isThinking) return;
    form.reset();
    setExchanges([...exchanges, { id: exchanges.length, question, answer: demoAnswer(question) }]);
    setIsThinking(true);
  };

  return (
    <section className="demo" id="demo" aria-label="Demo chat" data-assistant={EMMIE.id}>
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
          {exchanges.map((exchange, index) => (
            <ExchangeBubbles
              key={exchange.id}
              exchange={exchange}
              isThinking={isThinking && index === exchanges.length - 1}
            />
          ))}
        </div>
      </div>
      <form action="#demo" onSubmit={ask}>
        <label className="sr" htmlFor="demo-question">
          Message
        </label>
        <input
          className="input"
          id="demo-question"
          name="question"
          placeholder="Ask Emmie something…"
          autoComplete="off"
          maxLength={200}
        />
        <button className="btn" type="submit" aria-label="Send">
          <ArrowUp className="icon" aria-hidden="true" />
        </button>
      </form>
    </section>
  );
}

function ExchangeBubbles({ exchange, isThinking }: { exchange: Exchange; isThinking: boolean }) {
  const { question, answer } = exchange;
  return (
    <>
      <div className="msg me">
        <p className="bubble">{question}</p>
      </div>
      <div className="msg">
        <AssistantAvatar id={EMMIE.id} size={36} />
        <div className="bubble md">
          {isThinking ? (
            <LoadingDots label={`${EMMIE.name} is typing`} />
          ) : (
            <>
              <p>{answer.text}</p>
              <p>
                <strong>Subject:</strong> {answer.subject}
                <br />
                <strong>Preview:</strong> {answer.preview}
              </p>
            </>
          )}
        </div>
      </div>
    </>
  );
}
