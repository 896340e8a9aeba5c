import { authRouter } from '#server/modules/auth/auth.router.ts';
import { chatRouter } from '#server/modules/chat/chat.router.ts';
import { profileRouter } from '#server/modules/profile/profile.router.ts';
import { usageRouter } from '#server/modules/usage/usage.router.ts';
import { router } from './init.ts';

export const appRouter = router({ auth: authRouter, profile: profileRouter, usage: usageRouter, chat: chatRouter });
export type AppRouter = typeof appRouter;
