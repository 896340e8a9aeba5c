import type { AssistantId } from '../chat/assistants.ts';
import { GOAL_TEAM, type BusinessGoal } from './profile-choices.ts';

/** Who begins with each goal. */
const BEGINS: Record<BusinessGoal, AssistantId> = {
  sales: 'emmie',
  traffic: 'seomi',
  leads: 'landa',
  support: 'cassie',
};

/** The teammates behind these goals, each once: first those who begin, then the others. */
export function teamForGoals(goals: readonly BusinessGoal[]): { assistantId: AssistantId; goal: BusinessGoal }[] {
  const all = [
    ...goals.map((goal) => ({ goal, assistantId: BEGINS[goal] })),
    ...goals.flatMap((goal) => GOAL_TEAM[goal].map((assistantId) => ({ goal, assistantId }))),
  ];
  return all.filter(({ assistantId }, index) => index === all.findIndex((one) => one.assistantId === assistantId));
}
