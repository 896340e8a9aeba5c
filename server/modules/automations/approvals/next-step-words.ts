import { assistantById } from '#contract/chat/assistants.ts';
import type { Definition } from '#contract/automations/definition.ts';
import type { Step } from '#contract/automations/steps.ts';

type After = { next: Step | null; isLastOfLoop: boolean };

/** The step that follows one, out of the conditions and loops around it if it is their last; null if it isn't in this list. */
function after(steps: readonly Step[], stepId: string, around: After): After | null {
  for (const [place, step] of steps.entries()) {
    const following: After = steps[place + 1] ? { next: steps[place + 1] ?? null, isLastOfLoop: false } : around;
    if (step.id === stepId) return following;
    const inside =
      step.kind === 'condition'
        ? (after(step.then, stepId, following) ?? after(step.otherwise, stepId, following))
        : step.kind === 'loop'
          ? after(step.steps, stepId, { next: following.next, isLastOfLoop: true })
          : null;
    if (inside) return inside;
  }
  return null;
}

const hostOf = (url: string) => URL.parse(url)?.host ?? url;

function wordsOf(step: Step): string {
  switch (step.kind) {
    case 'email':
      return `an email goes to ${step.to === 'me' ? 'you' : step.to}`;
    case 'post':
      return `${assistantById(step.assistantId).name} puts it into the automation’s conversation`;
    case 'webhook':
      return `it’s sent to ${hostOf(step.url)}`;
    case 'note':
      return 'it’s suggested to the Brain';
    case 'notify':
      return 'you get a notification';
    case 'ask':
      return `${assistantById(step.assistantId).name} continues with it`;
    case 'template':
      return 'a template is filled in';
    case 'search':
      return 'the automation looks something up in the Brain';
    case 'wait':
      return 'the automation waits, then continues';
    case 'approve':
      return 'you’re asked for one more approval';
    case 'condition':
      return 'a condition decides what comes next';
    case 'loop':
      return 'the automation goes through a list';
  }
}

/** What happens next if the step with this key is approved, as a sentence. */
export function nextStepWords({ steps }: Pick<Definition, 'steps'>, stepKey: string): string {
  const stepId = stepKey.split('/').at(-1) ?? stepKey;
  const found = after(steps, stepId, { next: null, isLastOfLoop: false });
  if (!found) return '';
  if (found.isLastOfLoop) return 'If you approve, the automation continues with the next item.';
  return `If you approve, ${found.next ? wordsOf(found.next) : 'the automation is done'}.`;
}
