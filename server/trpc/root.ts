import { accountRouter } from '#server/modules/account/account.router.ts';
import { authRouter } from '#server/modules/auth/auth.router.ts';
import { automationsRouter } from '#server/modules/automations/automations.router.ts';
import { billingRouter } from '#server/modules/billing/billing.router.ts';
import { blogRouter } from '#server/modules/blog/blog.router.ts';
import { brainRouter } from '#server/modules/brain/brain.router.ts';
import { preferencesRouter } from '#server/modules/brain/preferences/preferences.router.ts';
import { sourcesRouter } from '#server/modules/brain/sources/sources.router.ts';
import { chatRouter } from '#server/modules/chat/chat.router.ts';
import { contactRouter } from '#server/modules/contact/contact.router.ts';
import { crashesRouter } from '#server/modules/crashes/crashes.router.ts';
import { factorsRouter, recoveryCodesRouter } from '#server/modules/factors/factors.router.ts';
import { insightsRouter } from '#server/modules/insights/insights.router.ts';
import { liveRouter } from '#server/modules/live/live.router.ts';
import { newsletterRouter } from '#server/modules/newsletter/newsletter.router.ts';
import { notificationsRouter } from '#server/modules/notifications/notifications.router.ts';
import { oauthRouter } from '#server/modules/oauth/oauth.router.ts';
import { passkeysRouter } from '#server/modules/passkeys/passkeys.router.ts';
import { templatesRouter } from '#server/modules/templates/templates.router.ts';
import { profileRouter } from '#server/modules/profile/profile.router.ts';
import { reauthenticationRouter } from '#server/modules/reauthentication/reauthentication.router.ts';
import { statusRouter } from '#server/modules/status/status.router.ts';
import { usageRouter } from '#server/modules/usage/usage.router.ts';
import { visitorRouter } from '#server/modules/visitor/visitor.router.ts';
import { waysInRouter } from '#server/modules/ways-in/ways-in.router.ts';
import { mergeRouters, router } from './init.ts';

export const appRouter = router({
  auth: mergeRouters(
    authRouter,
    router({
      oauth: oauthRouter,
      factors: factorsRouter,
      recoveryCodes: recoveryCodesRouter,
      passkeys: passkeysRouter,
      reauthentication: reauthenticationRouter,
    }),
  ),
  account: mergeRouters(accountRouter, router({ waysIn: waysInRouter })),
  profile: profileRouter,
  billing: billingRouter,
  usage: usageRouter,
  brain: mergeRouters(brainRouter, router({ preferences: preferencesRouter, sources: sourcesRouter })),
  chat: chatRouter,
  powerUps: router({ templates: templatesRouter, automations: automationsRouter }),
  live: liveRouter,
  notifications: notificationsRouter,
  insights: insightsRouter,
  blog: blogRouter,
  status: statusRouter,
  newsletter: newsletterRouter,
  contact: contactRouter,
  crashes: crashesRouter,
  visitor: visitorRouter,
});
export type AppRouter = typeof appRouter;
