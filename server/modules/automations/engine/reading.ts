import { kindsOf } from '#contract/automations/available-values.ts';
import type { Definition } from '#contract/automations/definition.ts';
import type { ValueKind } from '#contract/automations/values.ts';

/** How an automation's values are read. */
export type Reading = {
  /** IANA name of the zone in which days and moments are compared. */
  timeZone: string;
  /** The kind that the automation says a value has; undefined if it says none. */
  kindOf: (reference: string) => ValueKind | undefined;
};

/** A schedule has a zone of its own, which stays where it is when its owner moves. */
export const readingOf = (definition: Definition, ownerZone: string): Reading => ({
  timeZone: definition.trigger.kind === 'schedule' ? definition.trigger.timeZone : ownerZone,
  kindOf: kindsOf(definition),
});
