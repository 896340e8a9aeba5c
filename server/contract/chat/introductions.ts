import type { AssistantId } from './assistants.ts';

/** How a teammate is introduced. Apart from their names, which every page loads. */
export type Introduction = {
  description: string;
  /** A request in a customer's words. */
  sampleRequest: string;
};

export const INTRODUCTIONS: Record<AssistantId, Introduction> = {
  brain_ai: {
    description: 'Knows your business from your profile, plans the week and tells you which teammate to ask.',
    sampleRequest: 'What should we do first this week?',
  },
  seomi: {
    description: 'Finds the searches you can win, fixes the pages that should rank, and keeps ad spend honest.',
    sampleRequest: 'Which three searches should our spring range go after?',
  },
  emmie: {
    description: 'Writes newsletters, welcome series and win-backs in your voice, with subject lines to choose from.',
    sampleRequest: 'Write to everyone who left a basket this week.',
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
    description: 'Sorts your leads, writes the follow-up and suggests the next honest step.',
    sampleRequest: 'Who should I call before Friday?',
  },
  landa: {
    description: 'Drafts landing pages with one clear promise, a proper structure and a reason to click.',
    sampleRequest: 'Draft a page for the wholesale catalogue.',
  },
  viddy: {
    description: 'Scripts, hooks, shot lists and captions for short video, sized for each channel.',
    sampleRequest: 'Script a 30-second kiln opening.',
  },
  opsie: {
    description: 'Maps your routines and designs the steps that take the copy-and-paste out of them.',
    sampleRequest: 'How do I get new orders into the packing sheet?',
  },
  finny: {
    description: 'Reads the numbers you paste in, explains them in plain words and flags what changed.',
    sampleRequest: 'Why was March slower than February?',
  },
  content_writer: {
    description: 'Writes and edits articles, product copy and pages.',
    sampleRequest: 'Write a product description for our grey bowl.',
  },
  code_helper: {
    description: 'Explains, writes and mends snippets, formulas and embeds.',
    sampleRequest: 'Write a spreadsheet formula for our margin.',
  },
  data_analyst: {
    description: 'Turns the figures you paste into tables, trends and questions.',
    sampleRequest: 'What stands out in these sales figures?',
  },
  marketing_expert: {
    description: 'Plans campaigns and sharpens what you say about yourself.',
    sampleRequest: 'Plan a small campaign for the autumn market.',
  },
  research_assistant: {
    description: 'Breaks a question down, sums up what you paste and lists what to check.',
    sampleRequest: 'Summarise this supplier contract for me.',
  },
};
