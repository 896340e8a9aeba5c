import type { AssistantId } from '#contract/chat/assistants.ts';

export type AutomationSample = {
  id: string;
  name: string;
  description: string;
  assistantId: AssistantId;
  /** What starts it, in words. */
  trigger: string;
  isOn: boolean;
  runs: number;
  succeeded: number;
};

/**
 * What a new account sees until it has an automation of its own. They never run. The page sums up what it shows: 3 are active, and 1,518 of
 * 1,714 runs succeeded, which is 89%.
 */
export const AUTOMATION_SAMPLES: readonly AutomationSample[] = [
  {
    id: 'sample-welcome',
    name: 'Welcome new subscribers',
    description: 'Sends the market stall series, one email at a time.',
    assistantId: 'emmie',
    trigger: 'New subscriber in Mailchimp',
    isOn: true,
    runs: 642,
    succeeded: 629,
  },
  {
    id: 'sample-thank-you',
    name: 'Thank-you after first order',
    description: 'Writes a short note with care tips for the item bought.',
    assistantId: 'cassie',
    trigger: 'First order in Shopify',
    isOn: true,
    runs: 518,
    succeeded: 497,
  },
  {
    id: 'sample-monday-numbers',
    name: 'Monday numbers',
    description: 'Summarizes last week in five lines and posts it to Slack.',
    assistantId: 'finny',
    trigger: 'Every Monday at 8:00 AM',
    isOn: true,
    runs: 92,
    succeeded: 92,
  },
  {
    id: 'sample-lead-follow-up',
    name: 'Lead follow-up',
    description: 'Reminds you and drafts the message after three quiet days.',
    assistantId: 'milli',
    trigger: 'Deal idle in HubSpot',
    isOn: false,
    runs: 462,
    succeeded: 300,
  },
];
