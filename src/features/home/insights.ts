import type { AssistantId } from '#contract/chat/assistants.ts';

type Insight = { assistantId: AssistantId; topic: string; title: string; text: string; link: string };

/** How to begin with three of the team. Nothing is measured yet, so nothing is claimed. */
export const INSIGHTS: readonly Insight[] = [
  {
    assistantId: 'brain_ai',
    topic: 'Plan',
    title: 'Begin with the week ahead.',
    text: 'Say what has to happen and by when. Brain AI puts it in order and tells you whom to ask.',
    link: 'Plan it with Brain AI',
  },
  {
    assistantId: 'seomi',
    topic: 'Search',
    title: 'Pick a search worth winning.',
    text: 'Name one product and where you sell it. Seomi suggests searches and what the page should say.',
    link: 'Ask Seomi',
  },
  {
    assistantId: 'emmie',
    topic: 'Email',
    title: 'Write the next email.',
    text: 'Say who it is for and what they should do. Emmie drafts it, with subject lines to choose from.',
    link: 'Ask Emmie',
  },
];
