import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '#src/api/trpc.ts';

type ChatOutputs = inferRouterOutputs<AppRouter>['chat'];
export type Conversation = ChatOutputs['conversations'][number];
export type Thread = ChatOutputs['messages'];
export type ChatMessage = Thread['messages'][number];
