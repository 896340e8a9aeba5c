import { FileText, MessageSquare, User } from 'lucide-react';
import type { MemoryAction } from '#contract/brain/memory.ts';
import { sourceText } from '#src/domain/brain/fact-source.ts';
import type { Fact } from '#src/domain/brain/fact.ts';
import { inWords } from '#src/lib/text/number-in-words.ts';
import { useNow } from '#src/lib/use-now.ts';
import { Button } from '#src/ui/button.tsx';
import { useKnowledge, type Memory } from '../knowledge/knowledge-context.ts';
import { isLive } from './memory-parts.tsx';
import { useSettleMemory } from './use-settle-memory.ts';

function SourceIcon({ kind }: { kind: Fact['source']['kind'] }) {
  const Icon = kind === 'message' ? MessageSquare : kind === 'file' || kind === 'page' ? FileText : User;
  return <Icon className="icon" aria-hidden="true" />;
}

/** The facts that may be meant, each with its source and a button. */
function Candidates({ facts, memory, place }: { facts: readonly Fact[]; memory: Memory; place: number }) {
  const now = useNow();
  const { settle, isBusy } = useSettleMemory(memory, place);
  const count = facts.length;
  if (count === 0) return null;
  const number = inWords(count).toLowerCase();
  const all = count === 2 ? 'Both' : `All ${number}`;
  return (
    <div className="candidates">
      <ul aria-label={count === 1 ? 'Forget this?' : `Forget one of ${number}`}>
        {facts.map((fact) => (
          <li key={fact.id}>
            <button
              type="button"
              className="candidate"
              disabled={isBusy}
              onClick={() => settle({ kind: 'forget', factIds: [fact.id] })}
            >
              <span>
                <b dir="auto">{fact.statement}</b>
                <span className="source">
                  <SourceIcon kind={fact.source.kind} />
                  <span>{sourceText(fact, now)}</span>
                </span>
              </span>
              <span className="go">Forget</span>
            </button>
          </li>
        ))}
      </ul>
      <p className="row">
        <button type="button" className="link" disabled={isBusy} onClick={() => settle({ kind: 'leave' })}>
          {count === 1 ? 'Not this one' : 'None of these'}
        </button>
        {count > 1 && (
          <button
            type="button"
            className="link"
            disabled={isBusy}
            onClick={() => settle({ kind: 'forget', factIds: facts.map(({ id }) => id) })}
          >
            {all}
          </button>
        )}
      </p>
    </div>
  );
}

function Choice({ action, memory, place }: { action: MemoryAction; memory: Memory; place: number }) {
  const knowledge = useKnowledge();
  const { settle, isBusy } = useSettleMemory(memory, place);
  const leave = () => settle({ kind: 'leave' });
  if (action.kind === 'choose') {
    if (action.isSettled) return <p className="small muted">Nothing was forgotten.</p>;
    const facts = action.factIds.flatMap((id) => knowledge?.factOf(id) ?? []);
    return <Candidates facts={facts.filter(isLive)} memory={memory} place={place} />;
  }
  if (action.kind === 'everything') {
    if (action.step === 'kept') return <p className="small muted">Nothing was forgotten.</p>;
    if (action.step === 'forgotten') return null;
    return (
      <div className="row">
        <Button variant="secondary" size="sm" disabled={isBusy} onClick={() => settle({ kind: 'forget-all' })}>
          {action.count === 1 ? 'Forget it' : `Forget all ${action.count} facts`}
        </Button>
        <Button variant="ghost" size="sm" disabled={isBusy} onClick={leave}>
          {action.count === 1 ? 'Keep it' : 'Keep them'}
        </Button>
      </div>
    );
  }
  if (action.kind !== 'unclear' || action.step !== 'asked') return null;
  return (
    <div className="row">
      <Button
        variant="secondary"
        size="sm"
        disabled={isBusy}
        onClick={() => settle({ kind: 'keep', statement: action.reading })}
      >
        Yes, remember that
      </Button>
      <Button variant="ghost" size="sm" disabled={isBusy} onClick={leave}>
        No
      </Button>
    </div>
  );
}

/** An answer's questions to the owner about the team's knowledge. */
export function MemoryChoices({ memory }: { memory: Memory }) {
  return memory.actions.map((action, index) => <Choice key={index} action={action} memory={memory} place={index} />);
}
