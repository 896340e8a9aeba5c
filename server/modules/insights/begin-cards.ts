import type { BusinessType } from '#contract/account/profile-choices.ts';
import type { CardWords } from './card-words.ts';
import type { Speaker } from './choose-cards.ts';

const FOR_WHOM: Record<BusinessType, { source: string; offer: string }> = {
  ecommerce: { source: 'A tip for shops', offer: 'a product and the town you sell it in' },
  saas: { source: 'A tip for software', offer: 'a feature and who needs it' },
  freelancer: { source: 'A tip for freelancers', offer: 'a service and the town you work in' },
  agency: { source: 'A tip for agencies', offer: 'a service and the clients you want' },
  other: { source: 'A tip for any business', offer: 'what you offer and the town you offer it in' },
};

/** How to begin with a teammate who has nothing to say today. */
export function beginWords(speaker: Speaker, businessType: BusinessType | null, isNewcomer: boolean): CardWords {
  const { source, offer } = FOR_WHOM[businessType ?? 'other'];
  const to = (ask: string) => ({ page: 'chat' as const, assistantId: speaker, conversationId: null, ask }); // reason: a target's literal
  switch (speaker) {
    case 'brain_ai':
      return {
        topic: 'Plan',
        title: 'Start with the week ahead.',
        text: 'Say what has to happen and by when. I’ll put it in order and tell you who can help.',
        source: isNewcomer ? 'A tip for your first day' : 'A tip for any week',
        link: 'Plan it with Brain AI',
        to: to('Put my week in order and tell me who can help. What has to happen, and by when: '),
      };
    case 'seomi':
      return {
        topic: 'Search',
        title: 'Pick one search worth winning.',
        text: `Name ${offer}. I’ll tell you what the page should say.`,
        source,
        link: 'Ask Seomi',
        to: to('Help me pick one search worth winning, and say what the page should say. We offer '),
      };
    case 'emmie':
      return {
        topic: 'Email',
        title: 'Write the email you’ve been putting off.',
        text: 'Tell me who it’s for and what they should do. You’ll get a draft and three subject lines.',
        source,
        link: 'Ask Emmie',
        to: to('Draft the email I’ve been putting off, with three subject lines. It’s for '),
      };
  }
}
