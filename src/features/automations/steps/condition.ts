import { Split } from 'lucide-react';
import type { Definition } from '#contract/automations/definition.ts';
import { stepSentence } from '#contract/automations/step-sentence.ts';
import type { StepOf } from '#contract/automations/steps.ts';
import { valueText } from '#contract/automations/values.ts';
import type { RunStep } from '#src/domain/automations/automation.ts';
import { unknownNote, type StepView } from './step-view.ts';

/** The longest value that a title has room for. */
const SHORT_VALUE = 30;

/** What a condition looked at, and what came of it. */
function conditionTitle(step: StepOf<'condition'>, { input, output }: RunStep, definition: Definition): string {
  const value = valueText(input['value'] ?? '');
  const label = stepSentence(definition, step).pieces.find(({ kind }) => kind === 'chip')?.text ?? '';
  if (value !== '' && value.length <= SHORT_VALUE && !/\n/.test(value))
    return `${label.charAt(0).toUpperCase()}${label.slice(1)} was ${value}${output['holds'] === true ? '' : ', so the condition wasn’t met'}`;
  return output['holds'] === true ? 'The condition was met' : 'The condition wasn’t met';
}

export const condition: StepView<StepOf<'condition'>> = {
  icon: Split,
  name: 'Check a condition',
  hint: 'Continues only if something is true.',
  begin: ({ id }) => ({
    kind: 'condition',
    id,
    value: '',
    test: 'is',
    than: '',
    ifUnknown: 'stop',
    then: [],
    otherwise: [],
    stops: true,
  }),
  labels: () => ({
    done: 'The condition was checked',
    doing: 'Checking the condition',
    failed: 'The condition couldn’t be checked',
    unknown: 'The condition may have been checked',
  }),
  doneLabel: conditionTitle,
  subtitle: unknownNote,
  remedy: 'Check what came in, or choose “Treat that line as no” in this step. Then retry.',
  hidesSentence: true,
  hasFullTitle: true,
};
