import { Link } from '@tanstack/react-router';
import { EyeOff, History, Lock, MessageSquare, type LucideIcon } from 'lucide-react';
import { assistantById } from '#contract/chat/assistants.ts';
import { trpc } from '#src/api/trpc.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { Card } from '#src/ui/card.tsx';
import { LearningCard } from '../learning-card.tsx';
import { BeforeAndAfter } from './before-and-after.tsx';
import { FiveQuestions } from './five-questions.tsx';

const brainAi = assistantById('brain_ai');

type Assurance = { Icon: LucideIcon; title: string; text: string };

const ASSURANCES: readonly Assurance[] = [
  {
    Icon: Lock,
    title: 'It stays yours.',
    text: 'Nobody else’s teammates ever see it. It’s in your download, and it goes when your account does.',
  },
  {
    Icon: EyeOff,
    title: 'Some things never go in.',
    text: 'Passwords, keys, and card numbers are left out, and so is anything from a private chat.',
  },
  {
    Icon: History,
    title: 'You have the last word.',
    text: 'Correct or forget anything they picked up, and bring back what it replaced.',
  },
];

type StartPageProps = { learnsFromChats: boolean; hasFacts: boolean; onAnswer: () => void; onDone: () => void };

/** The Brain page of someone whose team knows nothing yet: a quick way to begin, and what it is good for. */
export function StartPage({ learnsFromChats, ...questions }: StartPageProps) {
  // Someone who has forgotten everything can still find it.
  const forgotten = trpc.brain.list.useQuery({ state: 'forgotten' });
  return (
    <>
      <section className="start" aria-labelledby="start">
        <div className="row start-head">
          <AssistantAvatar id="brain_ai" size={72} />
          <div>
            <h2 className="h2" id="start">
              Nothing in here yet. Five questions are a good start.
            </h2>
            <p className="muted">
              You can see every fact your team picks up, and correct or forget any of them.
              {forgotten.data !== undefined && forgotten.data.facts.length > 0 && (
                <>
                  {' '}
                  <Link
                    className="link"
                    to="/dashboard/brain"
                    search={{ state: 'forgotten' }}
                    activeOptions={{ exact: true }}
                  >
                    See what was forgotten
                  </Link>
                </>
              )}
            </p>
          </div>
        </div>
        <div className="ways">
          <FiveQuestions {...questions} />
          <div className="stack">
            <Card as="article" className="way" aria-labelledby="just-talk">
              <span className="itile">
                <MessageSquare className="icon" aria-hidden="true" />
              </span>
              <div>
                <h3 className="h3" id="just-talk">
                  Or just talk
                </h3>
                <p className="muted">Say “Remember that we close at 4 on Saturdays” to anyone on the team.</p>
              </div>
              <Link className="btn secondary" to="/dashboard/$slug" params={{ slug: brainAi.slug }}>
                Talk to {brainAi.name}
              </Link>
            </Card>
            <LearningCard learnsFromChats={learnsFromChats} />
          </div>
        </div>
      </section>
      <BeforeAndAfter />
      <section className="grid3 assurances" aria-label="How it works">
        {ASSURANCES.map(({ Icon, title, text }) => (
          <p key={title}>
            <Icon className="icon" aria-hidden="true" />
            <span>
              <b>{title}</b> {text}
            </span>
          </p>
        ))}
      </section>
    </>
  );
}
