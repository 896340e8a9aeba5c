import { branchesOf, isActionStep, type Branch } from '#contract/automations/all-steps.ts';
import { stepSentence } from '#contract/automations/step-sentence.ts';
import { contractOf, type Step } from '#contract/automations/steps.ts';
import { classNames } from '#src/ui/class-names.ts';
import { StepTile } from '../../step-tile.tsx';
import { viewOf } from '../../steps/step-views.ts';
import { useEditorContext } from '../editor-context.ts';
import { shownBranches, type Place } from '../state/step-tree.ts';
import { editorOf } from '../steps/step-editors.ts';
import { TryStep } from '../steps/try-step.tsx';
import { AddMenu } from './add-menu.tsx';
import { StepCard } from './step-card.tsx';
import { StepMenu } from './step-menu.tsx';

const BRANCH_NAMES: Record<Branch, string> = { then: 'If so', otherwise: 'If not', steps: 'For each item' };
const NO_SAMPLES = {};

type StepItemProps = { step: Step; parent: Place['parent']; index: number };

/** A step in the flow: its tile on the spine, its card, and the steps inside it. */
export function StepItem({ step, parent, index }: StepItemProps) {
  const { definition, names, numbers, samples, problems, openId } = useEditorContext();
  const problem = problems.find(({ stepId }) => stepId === step.id);
  const isOpen = openId === step.id;
  const number = numbers.get(step.id) ?? '';
  const canTry = contractOf(step).canBeTried === true;
  const { icon, showsSamples } = viewOf(step);
  const { Editor } = editorOf(step);
  return (
    <li className={classNames(isOpen && 'open', problem && !isOpen && 'problem')}>
      <StepTile
        icon={icon}
        assistantId={'assistantId' in step ? step.assistantId : null}
        tone={problem && !isOpen ? 'warn' : undefined}
      />
      <div>
        <StepCard
          id={step.id}
          number={number}
          sentence={stepSentence(definition, step, names)}
          step={step}
          samples={showsSamples ? samples : NO_SAMPLES}
          problem={problem}
          menu={<StepMenu step={step} />}
          hint={canTry ? 'Trying a step doesn’t use your messages.' : undefined}
          editor={
            <>
              <Editor step={step} />
              {!isActionStep(step) && shownBranches(step).length === 0 && <BranchStart step={step} />}
              {canTry && <TryStep step={step} isBlocked={problem !== undefined} />}
            </>
          }
        />
        {shownBranches(step).map(({ branch, steps }) => (
          <div className="branch" role="group" aria-label={`${BRANCH_NAMES[branch]}, step ${number}`} key={branch}>
            <p className="small strong">{BRANCH_NAMES[branch]}</p>
            <StepList steps={steps} parent={{ id: step.id, branch }} />
            <AddMenu
              look="link"
              place={{ parent: { id: step.id, branch }, index: steps.length }}
              where={`${BRANCH_NAMES[branch].toLowerCase()}, in step ${number}`}
            />
          </div>
        ))}
        <div className="addrow">
          <AddMenu look="plus" place={{ parent, index: index + 1 }} where={`after step ${number}`} />
        </div>
      </div>
    </li>
  );
}

/** The first step of either branch of a condition that has none. */
function BranchStart({ step }: { step: Step }) {
  return (
    <div className="row wrap-row branch-start">
      {branchesOf(step).map(({ branch }) => (
        <div className="row" key={branch}>
          <AddMenu
            look="plus"
            place={{ parent: { id: step.id, branch }, index: 0 }}
            where={branch === 'then' ? 'only if so' : 'only if not'}
          />
          <span className="small muted">{branch === 'then' ? 'Only if so' : 'Only if not'}</span>
        </div>
      ))}
    </div>
  );
}

type StepListProps = { steps: readonly Step[]; parent: Place['parent'] };

/** The steps of a list inside a condition or loop. */
function StepList({ steps, parent }: StepListProps) {
  if (steps.length === 0) return null;
  return (
    <ol className="flow edit nested">
      {steps.map((step, index) => (
        <StepItem key={step.id} step={step} parent={parent} index={index} />
      ))}
    </ol>
  );
}
