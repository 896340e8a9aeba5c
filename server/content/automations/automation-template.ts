import type { AutomationCategory } from '#contract/automations/automation-categories.ts';
import type { Definition } from '#contract/automations/definition.ts';
import type { AssistantId } from '#contract/chat/assistants.ts';

/** An automation of ours that anyone can start from. Its schedule has no time zone: it gets its owner's. */
export type AutomationTemplate = {
  /** A slug. */
  id: string;
  name: string;
  description: string;
  category: AutomationCategory;
  /** The face it is shown with. */
  assistantId: AssistantId;
  definition: Definition;
};
