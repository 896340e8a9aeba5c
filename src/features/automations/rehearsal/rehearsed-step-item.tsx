import { timeText } from '#contract/dates.ts';
import type { RehearsedStep } from '#src/domain/automations/automation.ts';
import { AssistantAvatar } from '#src/ui/brand/assistant-avatar.tsx';
import { Badge } from '#src/ui/badge.tsx';
import { LongText } from '../long-text.tsx';
import { viewOfKind } from '../steps/step-views.ts';

const ONLY_IF = { holds: 'If so', fails: 'If not' };

/** The first sentence of a text stands out, the rest explains it. */
function split(text: string): [string, string] {
  const end = /[.!?]”?(?=\s)/.exec(text);
  const at = end ? end.index + end[0].length : text.length;
  return [text.slice(0, at), text.slice(at).trim()];
}

/** What one step would do, and what it would say. */
export function RehearsedStepItem({ step, zone, isNew }: { step: RehearsedStep; zone: string; isNew: boolean }) {
  const { kind, assistantId, items, onlyIf, at, outcome, text, body } = step;
  const Icon = viewOfKind(kind).icon;
  const [first, rest] = split(text);
  return (
    <li>
      <span className="num t">{at === null ? 'then' : timeText(at, zone)}</span>
      {assistantId ? (
        <span data-assistant={assistantId}>
          <AssistantAvatar id={assistantId} size={28} />
        </span>
      ) : (
        <span className="itile xs">
          <Icon className="icon sm" aria-hidden="true" />
        </span>
      )}
      <div>
        <p>
          {items.length > 0 && <Badge className="num">{`Item ${items.join('.')}`}</Badge>}{' '}
          {onlyIf !== null && <Badge>{ONLY_IF[onlyIf]}</Badge>}{' '}
          {outcome === 'written' || outcome === 'stops' ? <b className="strong">{first}</b> : <span>{first}</span>}{' '}
          {rest !== '' && <span className="muted small">{rest}</span>}
        </p>
        {body !== null && isNew && <LongText text={body} className={outcome === 'written' ? undefined : 'would'} />}
      </div>
    </li>
  );
}
