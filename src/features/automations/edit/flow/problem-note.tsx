import { TriangleAlert } from 'lucide-react';
import type { Problem } from '#contract/automations/find-problems.ts';
import type { Step } from '#contract/automations/steps.ts';
import { Button } from '#src/ui/button.tsx';
import { useEditorContext } from '../editor-context.ts';
import { editorOf } from '../steps/step-editors.ts';

type ProblemNoteProps = { problem: Problem; step: Step | null };

/** What is wrong with a step, and the way to mend it. */
export function ProblemNote({ problem, step }: ProblemNoteProps) {
  const { open, openId } = useEditorContext();
  const Fix = step && editorOf(step).Fix;
  return (
    <div className="note warn prob">
      <TriangleAlert className="icon sm" aria-hidden="true" />
      <div className="grow">
        {step && Fix && problem.fix !== null ? (
          <Fix text={problem.text} step={step} />
        ) : (
          <>
            <p>
              <b className="strong">{problem.text}</b>
            </p>
            {step && openId !== step.id && (
              <p className="row acts">
                <Button size="sm" variant="secondary" onClick={() => open(step.id, 'field')}>
                  Fix it
                </Button>
              </p>
            )}
          </>
        )}
      </div>
    </div>
  );
}
