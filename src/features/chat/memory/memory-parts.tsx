import { CircleHelp, Eraser, NotebookText } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { LIVE_FACT_STATES, STATEMENT_MAX } from '#contract/brain/brain.ts';
import type { MemoryAction, MemoryRefusal } from '#contract/brain/memory.ts';
import type { Fact } from '#src/domain/brain/fact.ts';
import { Button } from '#src/ui/button.tsx';
import { useKnowledge, type Memory } from '../knowledge/knowledge-context.ts';
import { useSettleMemory } from './use-settle-memory.ts';

/** Refusals shown under the message. The answer itself explains the others. */
const REFUSALS: Partial<Record<MemoryRefusal, string>> = {
  private: 'Not remembered: this chat is private.',
  off: 'Not remembered: learning from chats is switched off.',
  secret: 'Not remembered: passwords, keys, codes, and card numbers are never kept.',
  full: 'Not remembered: your Brain is full.',
};

export const isLive = ({ state }: Pick<Fact, 'state'>) => LIVE_FACT_STATES.some((live) => live === state);

/** An action's turn, and its place among the turn's actions. */
type PlaceProps = { memory: Memory; place: number };
type UndoProps = { isUndone: boolean; about: string; onUndo: () => void; onRedo: () => void };

/** One button for both, so that it keeps the focus. */
function Undo({ isUndone, about, onUndo, onRedo }: UndoProps) {
  const label = isUndone ? 'Redo' : 'Undo';
  return (
    <button type="button" className="link" aria-label={`${label}: ${about}`} onClick={isUndone ? onRedo : onUndo}>
      {label}
    </button>
  );
}

function Forgotten({ facts, memory, place }: { facts: readonly Fact[] } & PlaceProps) {
  const { settle } = useSettleMemory(memory, place);
  const isUndone = facts.every(isLive);
  const [only] = facts;
  if (!only) return null;
  const about = facts.length === 1 ? only.statement : `${facts.length} facts`;
  return (
    <Line icon={<Eraser className="icon sm" aria-hidden="true" />}>
      <span>{isUndone ? 'Brought back: ' : 'Forgot: '}</span>
      <bdi className="fact">{about}</bdi>
      <span aria-hidden="true">·</span>
      <Undo
        isUndone={isUndone}
        about={about}
        onUndo={() => settle({ kind: 'undo' })}
        onRedo={() => settle({ kind: 'forget', factIds: facts.map(({ id }) => id) })}
      />
    </Line>
  );
}

type EverythingProps = Pick<Extract<MemoryAction, { kind: 'everything' }>, 'count' | 'hasSettings'> & PlaceProps;

function Everything({ count, hasSettings = false, memory, place }: EverythingProps) {
  const { settle } = useSettleMemory(memory, place);
  const [facts, their] = count === 1 ? ['your only fact', 'its'] : [`all ${count} facts`, 'their'];
  const about = hasSettings ? `${facts} and ${their} settings for answers` : facts;
  return (
    <Line icon={<Eraser className="icon sm" aria-hidden="true" />}>
      <span>{`Forgot ${about}`}</span>
      <span aria-hidden="true">·</span>
      <Undo
        isUndone={false}
        about={`Forgot ${about}`}
        onUndo={() => settle({ kind: 'undo' })}
        onRedo={() => settle({ kind: 'forget-all' })}
      />
    </Line>
  );
}

function Corrected({ old, factIds, memory, place }: { old: Fact; factIds: readonly string[] } & PlaceProps) {
  const knowledge = useKnowledge();
  const { settle } = useSettleMemory(memory, place);
  const fresh = knowledge
    ?.learnedFrom(memory.questionId)
    .find(({ replaced }) => replaced && factIds.includes(replaced.id));
  const isUndone = isLive(old);
  return (
    <Line icon={<NotebookText className="icon sm" aria-hidden="true" />}>
      <span>{isUndone ? 'Back to: ' : 'Corrected: '}</span>
      <bdi className="fact">{isUndone ? old.statement : (fresh?.statement ?? old.statement)}</bdi>
      {!isUndone && (
        <>
          <span aria-hidden="true">·</span>
          <button
            type="button"
            className="link"
            aria-label={`Undo: ${fresh?.statement ?? old.statement}`}
            onClick={() => settle({ kind: 'undo' })}
          >
            Undo
          </button>
        </>
      )}
    </Line>
  );
}

/** An order that couldn't be interpreted: the owner can save it as written or reword it. */
function Unclear({ reading, order, memory, place }: { reading: string; order: string } & PlaceProps) {
  const id = useId();
  const { settle, isBusy } = useSettleMemory(memory, place);
  const [typed, setTyped] = useState<string | null>(null);
  const said = order.slice(0, STATEMENT_MAX);
  if (typed !== null)
    return (
      <form
        className="edit-question"
        onSubmit={(event) => {
          event.preventDefault();
          if (typed.trim() !== '') settle({ kind: 'keep', statement: typed });
        }}
      >
        <label className="sr" htmlFor={id}>
          What to remember
        </label>
        <textarea
          id={id}
          className="input"
          rows={2}
          dir="auto"
          maxLength={STATEMENT_MAX}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="row">
          <Button type="submit" size="sm" disabled={typed.trim() === ''} busy={isBusy}>
            Remember
          </Button>
          <Button variant="ghost" size="sm" onClick={() => setTyped(null)}>
            Cancel
          </Button>
        </div>
      </form>
    );
  return (
    <Line isWarning icon={<CircleHelp className="icon sm" aria-hidden="true" />}>
      <span>Couldn’t read what to remember.</span>
      <button type="button" className="link" onClick={() => settle({ kind: 'keep', statement: said })}>
        Keep it word for word
      </button>
      <button type="button" className="link" onClick={() => setTyped(reading)}>
        Edit
      </button>
    </Line>
  );
}

type LineProps = { icon?: ReactNode; isWarning?: boolean; children: ReactNode };
const Line = ({ icon, isWarning = false, children }: LineProps) => (
  <span className={isWarning ? 'learned remembered warn' : 'learned remembered'}>
    {icon}
    {children}
  </span>
);

function Result({ action, ...at }: { action: MemoryAction } & PlaceProps) {
  const knowledge = useKnowledge();
  const facts = 'factIds' in action ? action.factIds.flatMap((id) => knowledge?.factOf(id) ?? []) : [];
  switch (action.kind) {
    case 'forgotten':
      return <Forgotten facts={facts} {...at} />;
    case 'corrected':
      return facts[0] ? <Corrected old={facts[0]} factIds={action.factIds} {...at} /> : null;
    case 'everything':
      return action.step === 'forgotten' ? <Everything {...action} {...at} /> : null;
    case 'unclear':
      return action.step === 'asked' ? <Unclear reading={action.reading} order={action.order} {...at} /> : null;
    case 'refused':
      return REFUSALS[action.reason] === undefined ? null : <Line>{REFUSALS[action.reason]}</Line>;
    case 'remembered':
    case 'known':
    case 'preferences':
    case 'choose':
      return null;
  }
}

/** A turn's changes to the team's knowledge. The newest turn's announce themselves. */
export function MemoryResults({ memory, isNewest }: { memory: Memory; isNewest: boolean }) {
  return (
    <div className="memory-lines" role={isNewest ? 'status' : undefined}>
      {memory.actions.map((action, index) => (
        <Result key={index} action={action} memory={memory} place={index} />
      ))}
    </div>
  );
}
