import { z } from 'zod';

/** The format of a request to draft an automation, and of its answer, shared by the code that uses it and the sandbox, which answers it. */

/** The first sentence of the instructions. */
export const AUTOMATION_TASK = 'You draft an automation for the owner of a small business, from what the owner wrote.';

// Models that can't be held to a form leave things out, so each part has a default. Whoever reads it decides what can be used.
const text = z.string().max(4_000).default('');
const word = z.string().max(200).default('');
const count = z.number().default(0);
const fields = z
  .array(z.object({ name: word, label: word, kind: word }))
  .max(20)
  .default([]);

const triggerSchema = z.object({
  kind: word,
  every: word,
  time: word,
  weekdays: z.array(z.number()).max(20).default([]),
  day: count,
  month: count,
  minute: count,
  cron: word,
  on: word,
  teammate: word,
  form: fields,
});
const stepSchema = z.object({
  /** What other steps call it. */
  as: word,
  /** The list that it is in: empty, or `b.then`, `b.otherwise` or `b.each` of a step that is called b. */
  inside: word,
  kind: word,
  teammate: word,
  text,
  subject: word,
  to: word,
  parts: fields,
  template: word,
  url: z.string().max(2_000).default(''),
  value: word,
  test: word,
  than: word,
  stops: z.boolean().default(false),
  minutes: count,
  time: word,
  until: word,
  if_late: word,
});
export type LooseTrigger = z.output<typeof triggerSchema>;
export type LooseStep = z.output<typeof stepSchema>;

/** A draft as a model writes it: every part is a text, a number or a short list, and nothing is nested. */
export const looseDraftSchema = z.object({
  name: word,
  description: text,
  trigger: triggerSchema,
  steps: z.array(stepSchema).max(60),
});
export type LooseDraft = z.output<typeof looseDraftSchema>;

const requestSchema = z.object({
  text: z.string(),
  team: z.array(z.object({ id: z.string(), name: z.string(), role: z.string() })),
  templates: z.array(z.object({ id: z.string(), title: z.string() })),
  /** What is there already and should be changed; null for a new automation. */
  draft: looseDraftSchema.nullable(),
});
export type AutomationRequest = z.infer<typeof requestSchema>;

/** As JSON, so that nothing in the texts can end it. */
export const writeAutomationRequest = (request: AutomationRequest): string => JSON.stringify(request);

/** Reads the request back; null if it isn't one. */
export function readAutomationRequest(request: string): AutomationRequest | null {
  try {
    const parsed = requestSchema.safeParse(JSON.parse(request));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
