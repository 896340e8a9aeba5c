import { z } from 'zod';
import { LIST_VALUE_MAX } from '#contract/automations/automation-limits.ts';
import type { Field } from '#contract/automations/triggers.ts';
import type { Value } from '#contract/automations/values.ts';
import { isDay } from '#contract/templates/blank-values.ts';

function schemaOf({ kind, label }: Field): z.ZodType<Value> {
  switch (kind) {
    case 'text':
      return z.string().describe(label);
    case 'number':
      return z.number().describe(label);
    case 'yes_no':
      return z.boolean().describe(label);
    case 'list':
      return z.array(z.string()).max(LIST_VALUE_MAX).describe(label);
    case 'date':
      return z.string().refine(isDay).describe(`${label}, as YYYY-MM-DD`);
  }
}

/** The form of an answer that consists of these parts. */
export const schemaOfParts = (parts: readonly Field[]): z.ZodType<Record<string, Value>> =>
  z.object(Object.fromEntries(parts.map((part) => [part.name, schemaOf(part)])));
