import type { AssistantId } from './assistants.ts';

/** How each teammate is introduced. Kept apart from their names, which every page loads. */
export type Introduction = {
  description: string;
  /** A request as a customer would word it. */
  sampleRequest: string;
};

export const INTRODUCTIONS: Record<AssistantId, Introduction> = {
  brain_ai: {
    description: 'Remembers what you’ve told any of the team, plans the week and tells you which teammate to ask.',
    sampleRequest: 'What should we do first this week?',
  },
  seomi: {
    description: 'Suggests searches to aim for, rewrites the page text you paste in, and plans a careful ad budget.',
    sampleRequest: 'Which three searches should our spring line go after?',
  },
  emmie: {
    description: 'Drafts newsletters, welcome series and win-backs for you to send, with subject lines to choose from.',
    sampleRequest: 'Write a reminder for people who leave a full cart.',
  },
  soshie: {
    description: 'Plans a month of posts and drafts the captions, channel by channel.',
    sampleRequest: 'Turn this product launch into five posts.',
  },
  cassie: {
    description: 'Drafts polite, clear replies to customers from the facts you give her.',
    sampleRequest: 'A mug arrived broken. What do we say?',
  },
  milli: {
    description: 'Sorts the leads you paste in, drafts the follow-up and suggests the next honest step.',
    sampleRequest: 'Here are five leads. Who should I call first?',
  },
  landa: {
    description: 'Drafts landing pages with one clear promise, a proper structure and a reason to click.',
    sampleRequest: 'Draft a page for the wholesale catalog.',
  },
  viddy: {
    description: 'Scripts, hooks, shot lists and captions for short video, sized for each channel.',
    sampleRequest: 'Script a 30-second kiln opening.',
  },
  opsie: {
    description: 'Maps the routines you describe and designs steps with less copy-and-paste, for you to set up.',
    sampleRequest: 'How do I get new orders into the packing sheet?',
  },
  finny: {
    description: 'Reads the numbers you paste in, explains them in plain words and flags what changed.',
    sampleRequest: 'Here are two months of sales. Why was March slower?',
  },
  content_writer: {
    description: 'Writes and edits articles, product copy and pages.',
    sampleRequest: 'Write a product description for our gray bowl.',
  },
  code_helper: {
    description: 'Explains, writes and fixes snippets, formulas and embeds.',
    sampleRequest: 'Write a spreadsheet formula for our margin.',
  },
  data_analyst: {
    description: 'Turns the figures you paste into tables, trends and questions.',
    sampleRequest: 'What stands out in these sales figures?',
  },
  marketing_expert: {
    description: 'Plans campaigns and sharpens what you say about yourself.',
    sampleRequest: 'Plan a small campaign for the fall market.',
  },
  research_assistant: {
    description: 'Breaks a question down, sums up what you paste and lists what to check.',
    sampleRequest: 'Summarize this supplier contract for me.',
  },
};
