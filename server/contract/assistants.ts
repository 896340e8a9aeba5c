import { z } from 'zod';
import { isAtLeast, type PaidTier, type Tier } from './tiers.ts';

/** One table of everyone on the team (DECISIONS "Names and claims"). Ids are database values, slugs are addresses. */
export const ASSISTANT_IDS = [
  'brain_ai',
  'seomi',
  'emmie',
  'soshie',
  'cassie',
  'milli',
  'landa',
  'viddy',
  'opsie',
  'finny',
  'content_writer',
  'code_helper',
  'data_analyst',
  'marketing_expert',
  'research_assistant',
] as const;
export const assistantIdSchema = z.enum(ASSISTANT_IDS);
export type AssistantId = z.infer<typeof assistantIdSchema>;

export type Assistant = {
  id: AssistantId;
  slug: string;
  name: string;
  role: string;
  /** One or two words under a face in the hero. */
  shortRole: string;
  description: string;
  /** A request in a customer's words. */
  sampleRequest: string;
  /** Lowest tier that opens it. `free` is open to everyone signed in. */
  tier: 'free' | PaidTier;
  /** The ten of the team, or one of the five general assistants. */
  kind: 'team' | 'general';
};

const rows: Assistant[] = [
  {
    id: 'brain_ai',
    slug: 'brain-ai',
    name: 'Brain AI',
    role: 'Coordinates and remembers',
    shortRole: 'Memory',
    kind: 'team',
    tier: 'free',
    description: 'Knows your business from your profile, plans the week and tells you which teammate to ask.',
    sampleRequest: 'What should we do first this week?',
  },
  {
    id: 'seomi',
    slug: 'seomi',
    name: 'Seomi',
    role: 'SEO & Ads Expert',
    shortRole: 'SEO & ads',
    kind: 'team',
    tier: 'starter',
    description: 'Finds the searches you can win, fixes the pages that should rank, and keeps ad spend honest.',
    sampleRequest: 'Which three searches should our spring range go after?',
  },
  {
    id: 'emmie',
    slug: 'emmie',
    name: 'Emmie',
    role: 'Email Marketing Expert',
    shortRole: 'Email',
    kind: 'team',
    tier: 'starter',
    description: 'Writes newsletters, welcome series and win-backs in your voice, with subject lines to choose from.',
    sampleRequest: 'Write to everyone who left a basket this week.',
  },
  {
    id: 'soshie',
    slug: 'soshie',
    name: 'Soshie',
    role: 'Social Media Expert',
    shortRole: 'Social',
    kind: 'team',
    tier: 'pro',
    description: 'Plans a month of posts and drafts the captions, channel by channel.',
    sampleRequest: 'Turn this product launch into five posts.',
  },
  {
    id: 'cassie',
    slug: 'cassie',
    name: 'Cassie',
    role: 'Customer Support',
    shortRole: 'Support',
    kind: 'team',
    tier: 'pro',
    description: 'Drafts polite, clear replies to customers from the facts you give her.',
    sampleRequest: 'A mug arrived broken. What do we say?',
  },
  {
    id: 'milli',
    slug: 'milli',
    name: 'Milli',
    role: 'Sales Closer',
    shortRole: 'Sales',
    kind: 'team',
    tier: 'pro',
    description: 'Sorts your leads, writes the follow-up and suggests the next honest step.',
    sampleRequest: 'Who should I call before Friday?',
  },
  {
    id: 'landa',
    slug: 'landa',
    name: 'Landa',
    role: 'Landing Pages',
    shortRole: 'Pages',
    kind: 'team',
    tier: 'ultimate',
    description: 'Drafts landing pages with one clear promise, a proper structure and a reason to click.',
    sampleRequest: 'Draft a page for the wholesale catalogue.',
  },
  {
    id: 'viddy',
    slug: 'viddy',
    name: 'Viddy',
    role: 'Content Creator',
    shortRole: 'Video',
    kind: 'team',
    tier: 'ultimate',
    description: 'Scripts, hooks, shot lists and captions for short video, sized for each channel.',
    sampleRequest: 'Script a 30-second kiln opening.',
  },
  {
    id: 'opsie',
    slug: 'opsie',
    name: 'Opsie',
    role: 'Automation Expert',
    shortRole: 'Operations',
    kind: 'team',
    tier: 'ultimate',
    description: 'Maps your routines and designs the steps that take the copy-and-paste out of them.',
    sampleRequest: 'How do I get new orders into the packing sheet?',
  },
  {
    id: 'finny',
    slug: 'finny',
    name: 'Finny',
    role: 'Analytics Expert',
    shortRole: 'Finance',
    kind: 'team',
    tier: 'ultimate',
    description: 'Reads the numbers you paste in, explains them in plain words and flags what changed.',
    sampleRequest: 'Why was March slower than February?',
  },
  {
    id: 'content_writer',
    slug: 'content-writer',
    name: 'Content Writer',
    role: 'Articles and copy',
    shortRole: 'Copy',
    kind: 'general',
    tier: 'free',
    description: 'Writes and edits articles, product copy and pages.',
    sampleRequest: 'Write a product description for our grey bowl.',
  },
  {
    id: 'code_helper',
    slug: 'code-helper',
    name: 'Code Helper',
    role: 'Code and formulas',
    shortRole: 'Code',
    kind: 'general',
    tier: 'free',
    description: 'Explains, writes and mends snippets, formulas and embeds.',
    sampleRequest: 'Write a spreadsheet formula for our margin.',
  },
  {
    id: 'data_analyst',
    slug: 'data-analyst',
    name: 'Data Analyst',
    role: 'Tables and trends',
    shortRole: 'Data',
    kind: 'general',
    tier: 'free',
    description: 'Turns the figures you paste into tables, trends and questions.',
    sampleRequest: 'What stands out in these sales figures?',
  },
  {
    id: 'marketing_expert',
    slug: 'marketing-expert',
    name: 'Marketing Expert',
    role: 'Plans and positioning',
    shortRole: 'Marketing',
    kind: 'general',
    tier: 'free',
    description: 'Plans campaigns and sharpens what you say about yourself.',
    sampleRequest: 'Plan a small campaign for the autumn market.',
  },
  {
    id: 'research_assistant',
    slug: 'research-assistant',
    name: 'Research Assistant',
    role: 'Questions and summaries',
    shortRole: 'Research',
    kind: 'general',
    tier: 'free',
    description: 'Breaks a question down, sums up what you paste and lists what to check.',
    sampleRequest: 'Summarise this supplier contract for me.',
  },
];

export const ASSISTANTS: readonly Assistant[] = rows;
export const TEAM: readonly Assistant[] = rows.filter((assistant) => assistant.kind === 'team');
export const GENERAL_ASSISTANTS: readonly Assistant[] = rows.filter((assistant) => assistant.kind === 'general');

const byId = Object.fromEntries(rows.map((row) => [row.id, row])) as Record<AssistantId, Assistant>; // reason: rows holds every id (tested)

export function assistantById(id: AssistantId): Assistant {
  return byId[id];
}

export function findAssistantBySlug(slug: string): Assistant | undefined {
  return rows.find((assistant) => assistant.slug === slug);
}

/** Whether this tier opens this assistant (spec §4 "Assistant access by tier"). */
export function canUseAssistant(tier: Tier, id: AssistantId): boolean {
  return isAtLeast(tier, byId[id].tier);
}

/** The teammates a plan opens, in the team's order. */
export function teamOfTier(tier: Tier): Assistant[] {
  return TEAM.filter((assistant) => isAtLeast(tier, assistant.tier));
}
