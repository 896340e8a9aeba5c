import { TEMPLATE_GONE } from '#contract/automations/steps/template.ts';
import type { StepOf } from '#contract/automations/steps.ts';
import type { Blank, BlankValue } from '#contract/templates/blanks.ts';
import { LIST_ITEMS_MAX } from '#contract/templates/blanks.ts';
import { checkValues } from '#contract/templates/blank-values.ts';
import { renderTemplate } from '#contract/templates/render-template.ts';
import { missingBlanksText } from '#contract/templates/template-errors.ts';
import { quotedName } from '#contract/quoted-name.ts';
import { decimalText, readNumbers } from '#contract/written/numbers.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { TemplatesService } from '#server/modules/templates/templates.service.ts';
import { pausedByLimit } from './out-of-allowance.ts';
import { plainText, plainValues } from './plain-values.ts';
import { StepError, type RehearsalContext, type StepContext, type StepHandler } from './step-handler.ts';
import type { StepTraits } from './step-traits.ts';

type Template = StepOf<'template'>;
type Filled = { subject: string | null; body: string };
type Dependencies = { templates: Pick<TemplatesService, 'get' | 'use'> };

/**
 * The number that a text is. One that can be read in two ways is refused, because a guess might be wrong; a step from
 * before leaves the commas out.
 */
function numberIn(label: string, text: string, { ifUnknown }: Template): number {
  if (ifUnknown === undefined) return Number(text.replaceAll(',', ''));
  const [number, other] = readNumbers(text);
  if (number && other)
    throw new StepError(`Please write ${decimalText(number)} or ${decimalText(other)} for ${quotedName(label)}.`);
  return number?.unit === '' ? Number(decimalText(number)) : Number.NaN;
}

/** A text of the step as the blank takes it: a number, the items of a list from its lines, or a choice by its name. Null if it is empty. */
function valueFor(step: Template, blank: Blank, text: string): BlankValue | null {
  const plain = plainText(text);
  if (plain === '') return null;
  switch (blank.kind) {
    case 'number':
      return numberIn(blank.label, plain, step);
    case 'list':
      return plain
        .split('\n')
        .map((item) => item.replace(/^\s*[-*•]\s+/, '').trim())
        .filter((item) => item !== '')
        .slice(0, LIST_ITEMS_MAX);
    case 'choice':
      return (
        blank.choices.find(({ id, label }) => id === plain || label.toLowerCase() === plain.toLowerCase())?.id ?? plain
      );
    case 'text':
    case 'date':
      return plain;
  }
}

const GONE = `${TEMPLATE_GONE} Choose another one in this step.`;

export const templateTraits: StepTraits<Template> = {
  read: ({ template }, id, { isTemplate, notes }) => {
    if (isTemplate(template)) return { kind: 'template', id, templateId: template, values: {}, ifUnknown: 'stop' };
    notes.push('I don’t know the template you mean. Please choose one.');
    return { kind: 'template', id, templateId: '', values: {}, ifUnknown: 'stop' };
  },
  write: ({ templateId }) => ({ template: templateId }),
  keep: (step, before) =>
    step.templateId === before.templateId ? { ...step, values: before.values, ifUnknown: before.ifUnknown } : step,
  keepsTexts: true,
  next: () => 'a template is filled in',
};

/** A template is filled in: from the profile and the facts, and with what the step says. */
export function createTemplateStep({ templates }: Dependencies): StepHandler<Template> {
  async function prepare(step: Template, { userId, fill }: StepContext | RehearsalContext) {
    const page = await templates.get(userId, step.templateId).catch((error: unknown) => {
      throw error instanceof AppError && error.code === 'NOT_FOUND' ? new StepError(GONE) : error;
    });
    const { template, fills, today } = page;
    const values = template.blanks.flatMap((blank): [string, BlankValue][] => {
      // A value that comes out empty leaves the blank to what is known.
      const own = Object.hasOwn(step.values, blank.name)
        ? valueFor(step, blank, fill(step.values[blank.name] ?? ''))
        : null;
      if (own !== null) return [[blank.name, own]];
      const filled = fills[blank.name];
      return filled && 'value' in filled ? [[blank.name, filled.value]] : [];
    });
    return { template, today, values: Object.fromEntries(values) };
  }
  const inputOf = ({ title }: { title: string }, values: Record<string, BlankValue>) =>
    plainValues({ template: title, ...values });
  const outputOf = ({ subject, body }: Filled) => plainValues({ subject: subject ?? '', text: body });

  return {
    effect: 'inside',
    timeLimitMs: 30_000,

    run: async (step, context) => {
      const { userId, effectId, now } = context;
      const { template, values } = await prepare(step, context);
      const input = inputOf(template, values);
      let used: Filled = { subject: null, body: '' };
      try {
        const use = async () => {
          used = await templates.use(userId, { id: effectId, templateId: template.id, values });
        };
        const paused = await pausedByLimit(use, { now, input });
        if (paused) return paused;
      } catch (error) {
        if (error instanceof AppError && (error.code === 'INVALID_INPUT' || error.code === 'FEATURE_LOCKED'))
          throw new StepError(error.text);
        throw error;
      }
      return { kind: 'done', input, output: outputOf(used) };
    },

    rehearse: async (step, context) => {
      const { template, values, today } = await prepare(step, context);
      const checked = checkValues(template.blanks, values, today);
      const rendered = renderTemplate(template, checked.values, today);
      const labelOf = (name: string) => template.blanks.find((blank) => blank.name === name)?.label ?? name;
      const [problem] = Object.entries(checked.problems);
      if (problem)
        return {
          outcome: 'stops',
          text: `It would fail. ${labelOf(problem[0])}: ${problem[1]}`,
          body: null,
          output: {},
        };
      if (rendered.missing.length > 0) {
        const text = `It would fail. ${missingBlanksText(rendered.missing.map(labelOf))}`;
        return { outcome: 'stops', text, body: null, output: {} };
      }
      const output = outputOf(rendered);
      const text = `The template ${quotedName(template.title)} would be filled in. This would use one template.`;
      return { outcome: 'would', text, body: [rendered.subject, rendered.body].filter(Boolean).join('\n\n'), output };
    },
  };
}
