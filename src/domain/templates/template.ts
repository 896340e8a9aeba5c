import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#src/api/trpc.ts';

type Outputs = inferRouterOutputs<AppRouter>['powerUps']['templates'];
export type TemplateList = Outputs['list'];
/** What a list says about a template. */
export type TemplateSummary = TemplateList['templates'][number];
/** A template with its text, and what is known for its blanks. */
export type OpenTemplate = Outputs['get'];
export type FullTemplate = OpenTemplate['template'];
/** What the team knows for a blank. */
export type Fill = OpenTemplate['fills'][string];
/** Where the value of a blank is from. */
export type FillSource = Fill['sources'][number];
