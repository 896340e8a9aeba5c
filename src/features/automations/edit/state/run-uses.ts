import type { Step } from '#contract/automations/steps.ts';

/** What one run uses at most. `isUpTo`: a condition or a list decides how much of it. */
export type RunUses = {
  messages: number;
  templates: number;
  emailsToMe: number;
  emailsToOthers: number;
  approvals: number;
  isUpTo: boolean;
};

const NOTHING: RunUses = { messages: 0, templates: 0, emailsToMe: 0, emailsToOthers: 0, approvals: 0, isUpTo: false };

const add = (a: RunUses, b: RunUses): RunUses => ({
  messages: a.messages + b.messages,
  templates: a.templates + b.templates,
  emailsToMe: a.emailsToMe + b.emailsToMe,
  emailsToOthers: a.emailsToOthers + b.emailsToOthers,
  approvals: a.approvals + b.approvals,
  isUpTo: a.isUpTo || b.isUpTo,
});
const most = (a: RunUses, b: RunUses): RunUses => ({
  messages: Math.max(a.messages, b.messages),
  templates: Math.max(a.templates, b.templates),
  emailsToMe: Math.max(a.emailsToMe, b.emailsToMe),
  emailsToOthers: Math.max(a.emailsToOthers, b.emailsToOthers),
  approvals: Math.max(a.approvals, b.approvals),
  isUpTo: true,
});
const times = (uses: RunUses, count: number): RunUses => ({
  messages: uses.messages * count,
  templates: uses.templates * count,
  emailsToMe: uses.emailsToMe * count,
  emailsToOthers: uses.emailsToOthers * count,
  approvals: uses.approvals * count,
  isUpTo: true,
});

function usesOf(step: Step, ownerEmail: string): RunUses {
  switch (step.kind) {
    case 'ask':
      return { ...NOTHING, messages: 1 };
    case 'template':
      return { ...NOTHING, templates: 1 };
    case 'email':
      return step.to === 'me' || step.to.toLowerCase() === ownerEmail.toLowerCase()
        ? { ...NOTHING, emailsToMe: 1 }
        : { ...NOTHING, emailsToOthers: 1 };
    case 'approve':
      return { ...NOTHING, approvals: 1 };
    case 'condition':
      return step.then.length + step.otherwise.length === 0
        ? NOTHING
        : most(runUses(step.then, ownerEmail), runUses(step.otherwise, ownerEmail));
    case 'loop':
      return step.steps.length === 0 ? NOTHING : times(runUses(step.steps, ownerEmail), step.max);
    case 'search':
    case 'wait':
    case 'webhook':
    case 'note':
    case 'post':
    case 'notify':
      return NOTHING;
  }
}

/** What one run uses of the plan and of the owner's time. Branches that exclude each other count as the larger one. */
export const runUses = (steps: readonly Step[], ownerEmail: string): RunUses =>
  steps.map((step) => usesOf(step, ownerEmail)).reduce(add, NOTHING);
