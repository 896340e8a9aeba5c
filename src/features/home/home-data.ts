import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#src/api/trpc.ts';
import type { Profile } from '#src/domain/session/session.ts';

type Outputs = inferRouterOutputs<AppRouter>;
export type Recent = Outputs['chat']['recent'][number];
export type Insight = Outputs['insights']['today'][number];
export type Source = Outputs['brain']['sources']['list']['sources'][number];
export type Usage = Outputs['usage']['overview'];
export type HomeProfile = Pick<
  Profile,
  | 'fullName'
  | 'businessName'
  | 'website'
  | 'businessType'
  | 'businessTypeText'
  | 'businessGoals'
  | 'businessSize'
  | 'revenueRange'
  | 'access'
>;
type Automations = Outputs['powerUps']['automations'];
/** What automations may need their owner for: questions that wait, and the newest runs. */
export type NeedsYou = {
  waiting: readonly Pick<
    Automations['approvals']['waiting'][number],
    'id' | 'title' | 'automationName' | 'assistantId' | 'deadline'
  >[];
  runs: readonly Pick<
    Automations['runs']['runs'][number],
    'id' | 'automationId' | 'automationName' | 'assistantId' | 'status' | 'reason' | 'endedAt'
  >[];
};
