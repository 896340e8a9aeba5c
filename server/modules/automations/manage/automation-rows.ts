import type { Definition } from '#contract/automations/definition.ts';
import type { Owner } from '#contract/automations/find-problems.ts';
import type { Trigger } from '#contract/automations/triggers.ts';
import { textOfValue, type Value, type Values } from '#contract/automations/values.ts';
import { LIMITS, type Limit } from '#contract/billing/limits.ts';
import type { AutomationPageRow, AutomationRow } from '#db/queries/automations/automations.ts';
import type { OwnerRow } from '#db/queries/automations/automations-owner.ts';
import type { Access } from '#server/modules/profile/profile.service.ts';
import type { AutomationDto, RecipientDto } from '../automations.dto.ts';

/** A sample of a value is as long as a line that shows it. */
const SAMPLE_MAX = 200;

// What these hold was checked by the contract's schemas before it was saved.
export const toDefinition = (saved: unknown): Definition => saved as Definition; // reason: see above
const toTrigger = (saved: unknown): Trigger => saved as Trigger; // reason: see above
const toValues = (saved: unknown) => Object.entries((saved ?? {}) as Record<string, Value>); // reason: see above

export const toAutomation = (row: AutomationRow): AutomationDto => ({
  id: row.id,
  name: row.name,
  description: row.description,
  assistantId: row.assistantId,
  trigger: toTrigger(row.trigger),
  isOn: row.turnedOnAt !== null,
  pauseReason: row.pauseReason,
  runs: row.runs,
  succeeded: row.succeeded,
  waiting: row.waiting,
  nextRunAt: row.nextDueAt?.toISOString() ?? null,
  hasChanges: row.liveVersion !== null && row.draftVersion !== row.liveVersion,
  createdAt: row.createdAt.toISOString(),
});

/** Who automations belong to, with what the plan allows. */
export type AutomationOwner = Owner & {
  access: Access;
  timeZone: string;
  recipients: RecipientDto[];
  usage: { used: number; limit: Limit };
  messages: { used: number; limit: Limit };
};

export const toOwner = (row: OwnerRow, access: Access): AutomationOwner => ({
  tier: access.tier,
  access,
  email: row.email,
  timeZone: row.timeZone,
  recipients: row.recipients,
  confirmedAddresses: row.recipients.flatMap(({ email, isConfirmed }) => (isConfirmed ? [email.toLowerCase()] : [])),
  usage: { used: row.active, limit: LIMITS[access.tier].automations },
  messages: { used: row.messages, limit: LIMITS[access.tier].messages },
});

/** The last real values by `step.field`, as short texts: of the newest run that has each, of the last call to its address, and what every run has right now. */
export function samplesOf(
  { lastRuns }: AutomationPageRow,
  known: Readonly<Record<'trigger' | 'run', Values>>,
): Record<string, string> {
  const samples = new Map<string, string>();
  const add = (source: string, values: readonly [string, Value][]) => {
    for (const [field, value] of values) {
      const reference = `${source}.${field}`;
      samples.set(reference, textOfValue(reference, value).slice(0, SAMPLE_MAX));
    }
  };
  add('trigger', toValues(known.trigger));
  for (const { input, steps } of lastRuns.toReversed()) {
    add('trigger', toValues(input));
    for (const { key, output } of steps) add(key.split('/').at(-1)?.split(':')[0] ?? key, toValues(output));
  }
  add('run', toValues(known.run));
  return Object.fromEntries(samples);
}
