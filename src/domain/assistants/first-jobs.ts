import type { BusinessGoal } from '#contract/account/profile-choices.ts';
import { teamForGoals } from '#contract/account/team-for-goals.ts';
import type { AssistantId } from '#contract/chat/assistants.ts';

export type FirstJob = {
  assistantId: AssistantId;
  title: string;
  text: string;
  /** The words of the link. */
  link: string;
  /** What the link puts into the message box. */
  ask: string;
};

const JOBS: Partial<Record<AssistantId, Omit<FirstJob, 'assistantId'>>> = {
  emmie: {
    title: 'Get your first email drafted.',
    text: 'Say who it’s for. You’ll have three subject lines to pick from.',
    link: 'Ask Emmie',
    ask: 'Draft a welcome email for new customers that leads to a second order.',
  },
  milli: {
    title: 'Write to the lead who went quiet.',
    text: 'Say what you talked about. Milli drafts a follow-up with one clear next step.',
    link: 'Ask Milli',
    ask: 'Write a follow-up to a lead who went quiet. We talked about ',
  },
  seomi: {
    title: 'Pick a search to aim for.',
    text: 'Name one product and your town. Seomi suggests what the page should say.',
    link: 'Ask Seomi',
    ask: 'Suggest a search to aim for, and what the page should say. We sell ',
  },
  soshie: {
    title: 'Turn this week into posts.',
    text: 'Say what happened at work. Soshie drafts the posts and says what to photograph.',
    link: 'Ask Soshie',
    ask: 'Turn what happened this week into three posts: ',
  },
  landa: {
    title: 'Draft a page with one clear offer.',
    text: 'Say who it’s for. Landa puts the sections in order and writes the words.',
    link: 'Ask Landa',
    ask: 'Draft a landing page with one clear offer: ',
  },
  cassie: {
    title: 'Answer your most common questions.',
    text: 'Paste the questions customers keep asking. Cassie drafts the answers.',
    link: 'Ask Cassie',
    ask: 'Draft answers to the questions our customers keep asking: ',
  },
  opsie: {
    title: 'Write the routine down.',
    text: 'Say what happens when a customer complains. Opsie turns it into steps.',
    link: 'Ask Opsie',
    ask: 'Map out what we do when a customer complains, step by step. Today we ',
  },
};

const THE_WEEK: FirstJob = {
  assistantId: 'brain_ai',
  title: 'Tell Brain AI about the week.',
  text: 'What’s coming up, what’s stuck. It sorts the list with you.',
  link: 'Plan the week',
  ask: 'Sort this week with me. What’s coming up: ',
};

/** A job for each teammate behind these goals: first those who begin, then the others. */
export function jobsForGoals(goals: readonly BusinessGoal[]): (FirstJob & { goal: BusinessGoal })[] {
  return teamForGoals(goals).flatMap(({ assistantId, goal }) => {
    const job = JOBS[assistantId];
    return job === undefined ? [] : [{ assistantId, goal, ...job }];
  });
}

/** Three jobs to begin with: the week, and two for the goals. Without goals: an email and a search. */
export function firstJobs(goals: readonly BusinessGoal[]): FirstJob[] {
  const chosen = jobsForGoals([...goals, 'sales', 'traffic']);
  return [THE_WEEK, ...chosen.slice(0, 2)];
}
