import { Link } from '@tanstack/react-router';
import { ArrowRight, Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { assistantById } from '#contract/chat/assistants.ts';
import { sampleRequests } from '#src/domain/assistants/sample-requests.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { Card } from '#src/ui/card.tsx';
import { ProgressBar } from '#src/ui/charts/progress-bar.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { businessWords, goalWords } from './business-words.ts';
import type { HomeProfile, Source } from './home-data.ts';
import { FIRST_JOBS, teammatesToMeet, type FirstHour } from './home-state.ts';
import { useRemove } from './use-remove.ts';
import { WebsiteJob } from './website-job.tsx';
import { endSentence } from '#src/lib/text/ends-sentence.ts';

const brainAi = assistantById('brain_ai');

type Props = {
  profile: HomeProfile;
  firstHour: FirstHour;
  website: Source | null;
  onSkipWebsite: () => void;
  onHide: () => void;
};

/** The jobs of the first hour. It opens at the first one that isn't done. */
export function FirstHourCard({ profile, firstHour, website, onSkipWebsite, onHide }: Props) {
  const { hasWebsite, isAsked, hasMetThree, next, done } = firstHour;
  const stateOf = (isDone: boolean, job: FirstHour['next']) => (isDone ? 'done' : job === next ? 'now' : 'later');
  const hide = useRemove(onHide);
  return (
    <Card as="section" className="first-hour" aria-labelledby="first-hour">
      <div className="fh-head">
        <h2 className="strong num" id="first-hour">{`${done} of ${FIRST_JOBS} done`}</h2>
        <button type="button" className="link small plain-button" onClick={hide}>
          Hide this list
        </button>
        <ProgressBar bare label="First hour" value={done} max={FIRST_JOBS} tone="accent" />
      </div>
      <ol>
        <Job number={1} state="done" title="Tell us about your business">
          <p className="small muted">{`${endSentence(businessWords(profile))} ${endSentence(goalWords(profile))}`}</p>
          <Link className="link small fh-change" to="/dashboard/settings">
            Change
          </Link>
        </Job>
        <Job number={2} state={stateOf(hasWebsite, 'website')} title="Paste your website">
          <WebsiteJob website={website} startAddress={profile.website ?? ''} onSkip={onSkipWebsite} />
        </Job>
        <Job number={3} state={stateOf(isAsked, 'ask')} title="Ask a first question">
          {!isAsked && (
            <>
              <p className="small muted">Brain AI is a good place to start. Try one of these:</p>
              <ul className="asks">
                {sampleRequests(brainAi).map((request) => (
                  <li key={request}>
                    <Link
                      className="ask"
                      to="/dashboard/$slug"
                      params={{ slug: brainAi.slug }}
                      search={{ ask: request }}
                    >
                      <span>{request}</span>
                      <ArrowRight className="icon sm" aria-hidden="true" />
                    </Link>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Job>
        <Job number={4} state={stateOf(hasMetThree, 'meet')} title="Meet three teammates">
          {!hasMetThree && (
            <>
              <p className="small muted">Picked for your goals and your plan. One question to each counts.</p>
              <ul className="meet">
                {teammatesToMeet(profile.businessGoals, profile.access.tier).map(({ id, why }) => (
                  <li key={id}>
                    <Link
                      className="mate"
                      data-assistant={id}
                      to="/dashboard/$slug"
                      params={{ slug: assistantById(id).slug }}
                    >
                      <AssistantAvatar id={id} size={48} />
                      <span>
                        <b translate="no">{assistantById(id).name}</b>
                        <span className="xs">{why}</span>
                      </span>
                    </Link>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Job>
      </ol>
    </Card>
  );
}

type JobProps = { number: number; state: 'done' | 'now' | 'later'; title: string; children: ReactNode };

function Job({ number, state, title, children }: JobProps) {
  const isDone = state === 'done';
  return (
    <li className={state === 'later' ? undefined : state} aria-current={state === 'now' ? 'step' : undefined}>
      <span className={classNames('tickbox', isDone && 'on')} aria-hidden="true">
        {isDone ? <Check className="icon" /> : number}
      </span>
      <div className="grow stack fh-job">
        <h3>
          <span>{title}</span>
          {isDone && <span className="sr"> (done)</span>}
        </h3>
        {children}
      </div>
    </li>
  );
}
