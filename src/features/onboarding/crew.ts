import { BUSINESS_GOALS, GOAL_TEAM, type BusinessGoal, type BusinessType } from '#contract/account/profile-choices.ts';
import type { AssistantId } from '#contract/chat/assistants.ts';
import type { ProfileDraft } from '#src/domain/profile/profile-draft.ts';

type CrewLine = { assistantId: AssistantId; text: string };
/** What the team says beside the form: a heading, a sentence, and who says what. `lit` are the faces that aren't dimmed. */
export type Crew = { title: string; text: string; lines: readonly CrewLine[]; lit: readonly AssistantId[] };

const THREE_OF_US = 'Three of us to start with. The other seven are one click away.';

const BY_TYPE: Record<BusinessType, { title: string; lines: readonly CrewLine[] }> = {
  ecommerce: {
    title: 'A shop. We know where to start.',
    lines: [
      {
        assistantId: 'seomi',
        text: 'I’ll suggest searches that bring buyers, and write the product pages they land on.',
      },
      { assistantId: 'emmie', text: 'Welcome emails, newsletters, a nudge about a forgotten cart.' },
      { assistantId: 'cassie', text: 'Orders, returns, broken mugs: I’ll draft the answers.' },
    ],
  },
  saas: {
    title: 'Software. Good, we like a trial sign-up.',
    lines: [
      { assistantId: 'landa', text: 'I’ll write the page that explains it in one sentence.' },
      { assistantId: 'emmie', text: 'Onboarding emails that get people past day one.' },
      { assistantId: 'finny', text: 'Show me sign-ups and churn, and I’ll tell you what changed.' },
    ],
  },
  freelancer: {
    title: 'You do it all. Now you have help.',
    lines: [
      { assistantId: 'milli', text: 'I’ll write the follow-up you keep putting off.' },
      { assistantId: 'soshie', text: 'A week of posts about your work, ready for you to pick.' },
      { assistantId: 'opsie', text: 'Invoices, reminders, client folders: I’ll map out the routine.' },
    ],
  },
  other: {
    title: 'One of a kind. Tell us more.',
    lines: [
      { assistantId: 'soshie', text: 'A week of posts about your work, ready for you to pick.' },
      { assistantId: 'emmie', text: 'Welcome emails, newsletters, answers to the people who ask.' },
      { assistantId: 'opsie', text: 'Bookings, reminders, paperwork: I’ll map out the routine.' },
    ],
  },
  agency: {
    title: 'An agency. One client at a time.',
    lines: [
      { assistantId: 'finny', text: 'Reports your clients will actually read.' },
      { assistantId: 'seomi', text: 'Audits, keywords and ad copy, client by client.' },
      { assistantId: 'milli', text: 'Proposals and follow-ups for the next account.' },
    ],
  },
};

const BY_GOAL: Record<BusinessGoal, CrewLine> = {
  sales: { assistantId: 'emmie', text: 'First, a welcome email that sells the second order.' },
  traffic: { assistantId: 'seomi', text: 'First, three searches worth winning this month.' },
  leads: { assistantId: 'landa', text: 'First, one page with one clear offer.' },
  support: { assistantId: 'cassie', text: 'First, answers to your ten most common questions.' },
};

/** The team's response to the business type (step 1). */
export function crewOfType(type: ProfileDraft['businessType']): Crew {
  if (type === null) {
    return {
      title: 'Ten teammates, ready when you are.',
      text: 'Pick a kind of business and see who speaks up first.',
      lines: [],
      lit: [],
    };
  }
  const { title, lines } = BY_TYPE[type];
  return { title, text: THREE_OF_US, lines, lit: ['brain_ai', ...lines.map(({ assistantId }) => assistantId)] };
}

/** The team's response to the goals (step 2), in the order of the cards. */
export function crewOfGoals(goals: readonly BusinessGoal[]): Crew {
  const lit: AssistantId[] = ['brain_ai', ...goals.flatMap((goal) => GOAL_TEAM[goal])];
  if (goals.length === 0) return { title: 'Pick a goal and we’ll divide the work.', text: '', lines: [], lit };
  const chosen = BUSINESS_GOALS.filter(({ id }) => goals.includes(id));
  return {
    title: 'Here’s how we’d start.',
    text: 'Everyone knows your goals. Nobody sends or posts anything without you.',
    lines: chosen.map(({ id }) => BY_GOAL[id]),
    lit,
  };
}
