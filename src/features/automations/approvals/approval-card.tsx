import { Link } from '@tanstack/react-router';
import { Check, Pencil, Timer } from 'lucide-react';
import { useState } from 'react';
import { timeText } from '#contract/dates.ts';
import { assistantById } from '#contract/chat/assistants.ts';
import type { Approval } from '#src/domain/automations/automation.ts';
import { automationLinks } from '#src/domain/automations/automation-links.ts';
import { useNow } from '#src/lib/use-now.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { Button } from '#src/ui/button.tsx';
import { classNames } from '#src/ui/class-names.ts';
import { LongText } from '../long-text.tsx';
import { calendarDays, useTimeZone, whenWords } from '../times.ts';
import { deadlineOf } from './approval-words.ts';
import { EditForm } from './edit-form.tsx';
import { RefuseForm } from './refuse-form.tsx';
import type { Answer } from './use-answer.ts';

type ApprovalCardProps = {
  approval: Approval;
  /** The soonest: it has the page's primary button. */
  isFirst: boolean;
  onAnswer: (answer: Answer) => void;
};

/** Something that waits for the owner: who wrote it, the text, by when, and the answers. */
export function ApprovalCard({ approval, isFirst, onAnswer }: ApprovalCardProps) {
  const { id, title, body, automationName, assistantId, runId, createdAt, then } = approval;
  const [mode, setMode] = useState<'read' | 'edit' | 'refuse'>('read');
  const now = useNow();
  const zone = useTimeZone();
  const { name } = assistantById(assistantId);
  const deadline = deadlineOf(approval, now, zone);
  const asked = calendarDays(now, createdAt, zone) === 0 ? timeText(createdAt, zone) : whenWords(createdAt, now, zone);
  const back = () => setMode('read');
  return (
    <article className="card ap" id={`approval-${id}`} data-assistant={assistantId} aria-labelledby={`title-${id}`}>
      <header>
        <AssistantAvatar id={assistantId} size={44} />
        <div className="grow">
          <h2 className="h4" id={`title-${id}`} tabIndex={-1}>
            {title}
          </h2>
          <p className="small muted">
            <span>{`${name}, from `}</span>
            <Link {...automationLinks.run(runId)}>{automationName}</Link>
            <span>{` · ${asked}`}</span>
          </p>
        </div>
      </header>
      {mode === 'edit' ? (
        <EditForm
          body={body}
          whose={name}
          deadline={<Deadline {...deadline} />}
          isPrimary={isFirst}
          onApprove={(text) => onAnswer({ answer: 'approve', text })}
          onBack={back}
        />
      ) : (
        <>
          <div className="ap-body">
            <LongText text={body} className={classNames(isFirst && body.length < 400 && 'big')} />
          </div>
          <Deadline {...deadline} />
          {mode === 'refuse' ? (
            <RefuseForm onRefuse={(reason) => onAnswer({ answer: 'refuse', reason })} onBack={back} />
          ) : (
            <>
              <p className="acts">
                <Button variant={isFirst ? 'primary' : 'secondary'} onClick={() => onAnswer({ answer: 'approve' })}>
                  <Check className="icon" aria-hidden="true" />
                  Approve
                </Button>
                <Button variant="secondary" onClick={() => setMode('edit')}>
                  <Pencil className="icon" aria-hidden="true" />
                  Edit
                </Button>
                <Button variant="ghost" onClick={() => setMode('refuse')}>
                  Refuse
                </Button>
              </p>
              {then !== '' && <p className="hint">{then}</p>}
            </>
          )}
        </>
      )}
    </article>
  );
}

function Deadline({ isUrgent, by, then }: ReturnType<typeof deadlineOf>) {
  return (
    <p className="then">
      <span className={classNames('due num', isUrgent && 'urgent')}>
        <Timer className="icon sm" aria-hidden="true" />
        <span>{by}</span>
      </span>
      <span>{then}</span>
    </p>
  );
}
