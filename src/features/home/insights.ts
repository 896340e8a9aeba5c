import type { BusinessType } from '#contract/account/profile-choices.ts';
import type { AssistantId } from '#contract/chat/assistants.ts';

export type Insight = {
  assistantId: AssistantId;
  topic: string;
  title: string;
  text: string;
  /** Where it comes from. Nothing is measured yet, so each one is marked as a tip. */
  source: string;
  link: string;
  ask: string;
};

const FOR_WHOM: Record<BusinessType, { source: string; offer: string }> = {
  ecommerce: { source: 'A tip for shops', offer: 'a product and the town you sell it in' },
  saas: { source: 'A tip for software', offer: 'a feature and who needs it' },
  freelancer: { source: 'A tip for freelancers', offer: 'a service and the town you work in' },
  agency: { source: 'A tip for agencies', offer: 'a service and the clients you want' },
};

/** Three tips for this kind of business, in the teammates' own words. */
export function insightsFor(type: BusinessType | null, isNewcomer: boolean): Insight[] {
  const { source, offer } = FOR_WHOM[type ?? 'ecommerce'];
  return [
    {
      assistantId: 'brain_ai',
      topic: 'Plan',
      title: 'Start with the week ahead.',
      text: 'Say what has to happen and by when. I’ll put it in order and tell you who can help.',
      source: isNewcomer ? 'A tip for your first day' : 'A tip for any week',
      link: 'Plan it with Brain AI',
      ask: 'Put my week in order and tell me who can help. What has to happen, and by when: ',
    },
    {
      assistantId: 'seomi',
      topic: 'Search',
      title: 'Pick one search worth winning.',
      text: `Name ${offer}. I’ll tell you what the page should say.`,
      source,
      link: 'Ask Seomi',
      ask: 'Help me pick one search worth winning, and say what the page should say. We offer ',
    },
    {
      assistantId: 'emmie',
      topic: 'Email',
      title: 'Write the email you’ve been putting off.',
      text: 'Tell me who it’s for and what they should do. You’ll get a draft and three subject lines.',
      source,
      link: 'Ask Emmie',
      ask: 'Draft the email I’ve been putting off, with three subject lines. It’s for ',
    },
  ];
}
