import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#src/api/trpc.ts';

type ChatOutputs = inferRouterOutputs<AppRouter>['chat'];
export type Conversation = ChatOutputs['conversations'][number];
export type Thread = ChatOutputs['messages'];
/** Which pages of which conversation; without a place, those at its end. */
export type ThreadKey = inferRouterInputs<AppRouter>['chat']['messages'];
export type ChatMessage = Thread['messages'][number];
