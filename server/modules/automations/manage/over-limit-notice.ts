import type { UserId } from '#db/types.gen.ts';
import type { AutomationOwner } from './automation-rows.ts';

type Allowed = { usage: Pick<AutomationOwner['usage'], 'limit'>; access: Pick<AutomationOwner['access'], 'planName'> };

const countOf = (count: number) => (count === 1 ? '1 automation' : `${count} automations`);

/** What the bell says once automations were turned off because the plan has no room for them. */
export function overLimitNotice(of: { userId: UserId; owner: Allowed; paused: number; now: Date }) {
  const { userId, owner, paused, now } = of;
  const { limit } = owner.usage;
  const allowed = `${owner.access.planName} runs ${limit === 'unlimited' ? 'all of them' : countOf(limit)} at a time.`;
  return {
    userId,
    topic: 'automation_paused' as const,
    subject: `plan ${now.toISOString()}`,
    now,
    details: {
      title: paused === 1 ? 'An automation was paused' : `${countOf(paused)} were paused`,
      detail: `${allowed} Choose which ${limit === 1 ? 'one stays' : 'ones stay'} on.`,
      path: '/dashboard/power-ups/automations',
    },
  };
}
