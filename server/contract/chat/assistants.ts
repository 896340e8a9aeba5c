import { z } from 'zod';
import { isAtLeast, type PaidTier, type Tier } from '../billing/tiers.ts';

/** The one table of all teammates (TEAM-2). Ids are database values, slugs are part of URLs. */
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
  /** The lowest tier that opens it. `free` is open to everyone signed in. */
  tier: 'free' | PaidTier;
  /** One of the ten on the team, or one of the five general assistants. */
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
  },
  {
    id: 'seomi',
    slug: 'seomi',
    name: 'Seomi',
    role: 'SEO & Ads Expert',
    shortRole: 'SEO & ads',
    kind: 'team',
    tier: 'starter',
  },
  {
    id: 'emmie',
    slug: 'emmie',
    name: 'Emmie',
    role: 'Email Marketing Expert',
    shortRole: 'Email',
    kind: 'team',
    tier: 'starter',
  },
  {
    id: 'soshie',
    slug: 'soshie',
    name: 'Soshie',
    role: 'Social Media Expert',
    shortRole: 'Social',
    kind: 'team',
    tier: 'pro',
  },
  {
    id: 'cassie',
    slug: 'cassie',
    name: 'Cassie',
    role: 'Customer Support',
    shortRole: 'Support',
    kind: 'team',
    tier: 'pro',
  },
  {
    id: 'milli',
    slug: 'milli',
    name: 'Milli',
    role: 'Sales Closer',
    shortRole: 'Sales',
    kind: 'team',
    tier: 'pro',
  },
  {
    id: 'landa',
    slug: 'landa',
    name: 'Landa',
    role: 'Landing Pages',
    shortRole: 'Pages',
    kind: 'team',
    tier: 'ultimate',
  },
  {
    id: 'viddy',
    slug: 'viddy',
    name: 'Viddy',
    role: 'Content Creator',
    shortRole: 'Video',
    kind: 'team',
    tier: 'ultimate',
  },
  {
    id: 'opsie',
    slug: 'opsie',
    name: 'Opsie',
    role: 'Automation Expert',
    shortRole: 'Operations',
    kind: 'team',
    tier: 'ultimate',
  },
  {
    id: 'finny',
    slug: 'finny',
    name: 'Finny',
    role: 'Analytics Expert',
    shortRole: 'Finance',
    kind: 'team',
    tier: 'ultimate',
  },
  {
    id: 'content_writer',
    slug: 'content-writer',
    name: 'Content Writer',
    role: 'Articles and copy',
    shortRole: 'Copy',
    kind: 'general',
    tier: 'free',
  },
  {
    id: 'code_helper',
    slug: 'code-helper',
    name: 'Code Helper',
    role: 'Code and formulas',
    shortRole: 'Code',
    kind: 'general',
    tier: 'free',
  },
  {
    id: 'data_analyst',
    slug: 'data-analyst',
    name: 'Data Analyst',
    role: 'Tables and trends',
    shortRole: 'Data',
    kind: 'general',
    tier: 'free',
  },
  {
    id: 'marketing_expert',
    slug: 'marketing-expert',
    name: 'Marketing Expert',
    role: 'Plans and positioning',
    shortRole: 'Marketing',
    kind: 'general',
    tier: 'free',
  },
  {
    id: 'research_assistant',
    slug: 'research-assistant',
    name: 'Research Assistant',
    role: 'Questions and summaries',
    shortRole: 'Research',
    kind: 'general',
    tier: 'free',
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

/** Whether this tier opens this assistant (ACCESS-1). */
export function canUseAssistant(tier: Tier, id: AssistantId): boolean {
  return isAtLeast(tier, byId[id].tier);
}

/** The teammates that a plan opens, in the team's order. */
export function teamOfTier(tier: Tier): Assistant[] {
  return TEAM.filter((assistant) => isAtLeast(tier, assistant.tier));
}
