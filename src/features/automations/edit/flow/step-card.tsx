import { CornerDownRight, Info, Timer } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Problem } from '#contract/automations/find-problems.ts';
import { sentenceText, type Sentence } from '#contract/automations/sentence-pieces.ts';
import type { Step } from '#contract/automations/steps.ts';
import { Button } from '#src/ui/button.tsx';
import { Card } from '#src/ui/card.tsx';
import { pressedKey } from '#src/lib/pressed-key.ts';
import { SentenceLine } from '../../sentence-line.tsx';
import { useEditorContext } from '../editor-context.ts';
import { ProblemNote } from './problem-note.tsx';

const NOTE_ICONS = { otherwise: CornerDownRight, deadline: Timer, detail: Info } as const;
export const MOVE_HINT = 'automation-move-hint';

type StepCardProps = {
  /** A step's id, or `TRIGGER`. */
  id: string;
  number: string;
  sentence: Sentence;
  step: Step | null;
  samples: Readonly<Record<string, string>>;
  problem: Problem | undefined;
  /** Muted lines below the sentence, besides its own. */
  lines?: ReactNode;
  menu: ReactNode;
  editor: ReactNode;
  /** Beside Done and Cancel. */
  hint?: string | undefined;
};

/** The trigger or a step: its sentence, and its fields while it is open. */
export function StepCard(props: StepCardProps) {
  const { id, number, sentence, step, samples, problem, lines, menu, editor, hint } = props;
  const { openId, open, close, move } = useEditorContext();
  const isOpen = openId === id;
  const onKeyDown = (event: KeyboardEvent) => {
    const key = pressedKey(event);
    if (!event.altKey || !step || (key !== 'ArrowUp' && key !== 'ArrowDown')) return;
    event.preventDefault();
    move(step.id, key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <Card className="stepcard" data-digits={number.length}>
      <div className="head">
        <button
          type="button"
          className="sent"
          id={`head-${id}`}
          aria-expanded={isOpen}
          aria-describedby={step ? MOVE_HINT : undefined}
          onClick={() => (isOpen ? close('done') : open(id))}
          onKeyDown={onKeyDown}
        >
          <span className="n num">{number}</span>
          <SentenceLine sentence={sentence} samples={samples} badChip={problem?.chip} />
        </button>
        {menu}
      </div>
      {lines}
      {sentence.notes.map(({ kind, text }) => {
        const Icon = NOTE_ICONS[kind];
        return (
          <p className="else" key={text}>
            <Icon className="icon sm" aria-hidden="true" />
            <span>{text}</span>
          </p>
        );
      })}
      {isOpen && (
        <div className="ed stack" role="group" id={`editor-${id}`} aria-label={`Edit step ${number}`}>
          {editor}
          {problem && problem.fix !== null && <ProblemNote problem={problem} step={step} />}
          <div className="row done-row">
            <Button variant="secondary" onClick={() => close('done')}>
              Done<span className="sr">{` with ${sentenceText(sentence)}`}</span>
            </Button>
            <Button variant="ghost" onClick={() => close('cancel')}>
              Cancel
            </Button>
            {hint && <span className="hint">{hint}</span>}
          </div>
        </div>
      )}
      {!isOpen && problem && <ProblemNote problem={problem} step={step} />}
    </Card>
  );
}
