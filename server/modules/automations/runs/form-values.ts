import type { Field, Trigger } from '#contract/automations/triggers.ts';
import type { Value, Values } from '#contract/automations/values.ts';
import { quotedName } from '#contract/quoted-name.ts';
import { isDay } from '#contract/templates/blank-values.ts';
import { readAnswer } from '#contract/written/answers.ts';
import { decimalText, exactNumber, readNumbers } from '#contract/written/numbers.ts';
import { AppError } from '#server/lib/app-error.ts';

const refuse = (text: string) => new AppError('INVALID_INPUT', text);

/** A number that was typed. One that can be read in two ways is refused, because a guess might be wrong. */
function numberIn(label: string, text: string): Value {
  const [number, other] = readNumbers(text);
  if (!number) throw refuse(`Please enter a number for ${quotedName(label)}.`);
  if (!other) return number.unit === '' ? exactNumber(number) : text;
  throw refuse(`Please write ${decimalText(number)} or ${decimalText(other)} for ${quotedName(label)}.`);
}

/** What was typed into a field, as what the field asks for. Nothing is nothing, whatever it asks for. */
function valueOf({ kind, label }: Field, typed: string): Value {
  const text = typed.trim();
  switch (kind) {
    case 'text':
      return typed;
    case 'list':
      return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
    case 'number':
      return text === '' ? '' : numberIn(label, text);
    case 'date':
      if (text !== '' && !isDay(text)) throw refuse(`Please choose a day for ${quotedName(label)}.`);
      return text;
    case 'yes_no': {
      // A box that isn't checked sends nothing.
      const answer = text === '' ? false : readAnswer(text);
      if (answer === null) throw refuse(`Please answer yes or no for ${quotedName(label)}.`);
      return answer;
    }
  }
}

/** The values of a form, as its trigger asks for them. Others are rejected. Triggers without a form take none. */
export function formValues(trigger: Trigger, typed: Readonly<Record<string, string>>): Values {
  const fields = trigger.kind === 'manual' ? trigger.form : [];
  const names = new Set(fields.map(({ name }) => name));
  if (Object.keys(typed).some((name) => !names.has(name))) throw new AppError('INVALID_INPUT');
  return Object.fromEntries(fields.map((field) => [field.name, valueOf(field, typed[field.name] ?? '')]));
}
