import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#src/api/trpc.ts';

type Outputs = inferRouterOutputs<AppRouter>['powerUps']['automations'];
export type AutomationsOverview = Outputs['overview'];
/** An automation as lists show it. */
export type Automation = AutomationsOverview['automations'][number];
/** One of the four samples of a new account. */
export type Sample = AutomationsOverview['samples'][number];
export type AutomationTemplate = AutomationsOverview['templates'][number];
export type Analytics = Outputs['analytics'];
export type RunPage = Outputs['run'];
export type Run = Outputs['runs']['runs'][number];
export type RunStep = RunPage['steps'][number];
export type Approval = Outputs['approvals']['waiting'][number];
export type Approvals = Outputs['approvals'];
/** An automation as the editor shows it. */
export type AutomationPage = Outputs['get'];
export type DraftedAutomation = Outputs['describe'];
export type TriedStep = Outputs['tryStep'];
/** What automations would do. */
export type RehearsalPage = Outputs['rehearsal'];
export type Rehearsal = NonNullable<RehearsalPage['rehearsal']>;
export type RehearsedRun = Rehearsal['runs'][number];
export type RehearsedStep = RehearsedRun['steps'][number];
