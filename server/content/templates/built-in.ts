import type { AssistantId } from '#contract/chat/assistants.ts';
import { exampleValues } from '#contract/templates/blank-values.ts';
import type { TemplateCategory } from '#contract/templates/template-categories.ts';
import type { Template } from '#contract/templates/templates.ts';

/** The teammate whose trade a category is. */
export const ASSISTANT_OF: Record<TemplateCategory, AssistantId> = {
  email: 'emmie',
  social: 'soshie',
  ads: 'seomi',
  content: 'viddy',
};

/** The businesses of the examples. All four are invented. */
export const EXAMPLE_BUSINESSES = {
  pottery: 'Fern & Kiln, a pottery studio (invented, as are the people in it)',
  bakery: 'Juniper Street Bakery (invented, as are the people in it)',
  bookkeeping: 'Plainbook, a bookkeeping practice (invented, as are the people in it)',
  bikes: 'Third Gear, a bike repair shop (invented, as are the people in it)',
} as const;

type Parts = Omit<Template, 'assistantId' | 'isPremium' | 'example'> & {
  isPremium?: boolean;
  business: keyof typeof EXAMPLE_BUSINESSES;
};

/** A complete template. Its filled-in example consists of the examples of its blanks, which all belong to one business. */
export function builtIn({ business, isPremium = false, ...parts }: Parts): Template {
  return {
    ...parts,
    isPremium,
    assistantId: ASSISTANT_OF[parts.category],
    example: { business: EXAMPLE_BUSINESSES[business], values: exampleValues(parts.blanks) },
  };
}
