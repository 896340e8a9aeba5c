import { FileText } from 'lucide-react';
import type { StepOf } from '#contract/automations/steps.ts';
import { firstText, type StepView } from './step-view.ts';

export const template: StepView<StepOf<'template'>> = {
  icon: FileText,
  name: 'Fill in a template',
  hint: 'One of your templates, with values.',
  begin: ({ id }) => ({ kind: 'template', id, templateId: '', values: {}, ifUnknown: 'stop' }),
  uses: () => 'templates',
  labels: () => ({
    done: 'The template was filled in',
    doing: 'Filling in the template',
    failed: 'The template couldn’t be filled in',
    unknown: 'The template may have been filled in',
  }),
  outputText: ({ output }) => firstText(output, 'text'),
  remedy: 'Check the template and what it’s filled in with. Then retry.',
};
