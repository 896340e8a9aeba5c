import type { ReactNode } from 'react';
import { GOAL_TEAM, type BusinessGoal } from '#contract/account/profile-choices.ts';
import { AssistantAvatar } from '../brand/assistant-avatar.tsx';

const faces = (goal: BusinessGoal) => (
  <span className="duo" aria-hidden="true">
    {GOAL_TEAM[goal].map((id) => (
      <AssistantAvatar key={id} id={id} size={40} />
    ))}
  </span>
);

/** The two teammates behind each goal, one overlapping the other, for the card of that goal. */
export const GOAL_FACES: Record<BusinessGoal, ReactNode> = {
  sales: faces('sales'),
  traffic: faces('traffic'),
  leads: faces('leads'),
  support: faces('support'),
};
