import type { Field, Trigger } from '#contract/automations/triggers.ts';
import type { Value, Values } from '#contract/automations/values.ts';
import { quotedName } from '#contract/quoted-name.ts';
import { AppError } from '#server/lib/app-error.ts';

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** What was typed into a field, as what the field asks for. Nothing is nothing, whatever it asks for. */
function valueOf({ kind, label }: Field, typed: string): Value {
  const text = typed.trim();
  switch (kind) {
    case 'text':
      return typed;
    case 'list':
      return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
    case 'number': {
      const number = Number(text.replaceAll(',', ''));
      if (text !== '' && !Number.isFinite(number))
        throw new AppError('INVALID_INPUT', `Please enter a number for ${quotedName(label)}.`);
      return text === '' ? '' : number;
    }
    case 'date':
      if (text !== '' && !isDay(text))
        throw new AppError('INVALID_INPUT', `Please choose a day for ${quotedName(label)}.`);
      return text;
    case 'yes_no':
      return ['yes', 'true', 'on', '1'].includes(text.toLowerCase());
  }
}

/** The values of a form, as its trigger asks for them. Others are rejected. Triggers without a form take none. */
export function formValues(trigger: Trigger, typed: Readonly<Record<string, string>>): Values {
  const fields = trigger.kind === 'manual' ? trigger.form : [];
  const names = new Set(fields.map(({ name }) => name));
  if (Object.keys(typed).some((name) => !names.has(name))) throw new AppError('INVALID_INPUT');
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field, typed[field.name] ?? '')]));
}
