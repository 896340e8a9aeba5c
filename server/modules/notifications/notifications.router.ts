import { z } from 'zod';
import { idSchema } from '#contract/ids.ts';
import { EMAIL_CHOICES, NOTIFICATION_KINDS, UNREAD_MAX } from '#contract/notifications.ts';
import { procedure, router } from '#server/trpc/init.ts';

const noticeIdSchema = z.string().regex(/^[a-z_]{1,30}:[\w .:-]{1,100}$/);
/** An instant and an id. */
const cursorSchema = z
  .string()
  .regex(/^\S{24} [a-z_]{1,30}:[\w .:-]{1,100}$/)
  .refine((cursor) => z.iso.datetime({ precision: 3 }).safeParse(cursor.slice(0, 24)).success);
const kindSchema = z.enum(NOTIFICATION_KINDS);
const done = { ok: true as const };

/** What `PushSubscription.toJSON()` has (W3C, Push API). Browsers write the keys as base64url. */
const subscriptionSchema = z.strictObject({
  endpoint: z.url({ protocol: /^https$/ }).max(1_000),
  keys: z.strictObject({
    p256dh: z.string().regex(/^[\w-]{87}$/),
    auth: z.string().regex(/^[\w-]{22}$/),
  }),
});

/** Browsers that show notifications while no tab is open. */
const pushRouter = router({
  devices: procedure.query(({ ctx }) => ctx.services.push.devices(ctx.validSession)),

  subscribe: procedure.input(subscriptionSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.push.subscribe(ctx.validSession, input);
    return done;
  }),

  unsubscribe: procedure.input(z.strictObject({ id: idSchema })).mutation(async ({ ctx, input }) => {
    await ctx.services.push.unsubscribe(ctx.userId, input.id);
    return done;
  }),

  setShowsTitles: procedure
    .input(z.strictObject({ id: idSchema, showsTitles: z.boolean() }))
    .mutation(async ({ ctx, input }) => {
      await ctx.services.push.setShowsTitles(ctx.userId, input);
      return done;
    }),
});

export const notificationsRouter = router({
  push: pushRouter,

  list: procedure
    .input(
      z
        .strictObject({
          cursor: z.optional(cursorSchema),
          // Added by tRPC's own paging.
          direction: z.optional(z.literal('forward')),
        })
        .default({}),
    )
    .query(({ ctx, input }) => ctx.services.notifications.list(ctx.userId, input.cursor ?? null)),

  unreadCount: procedure.query(({ ctx }) => ctx.services.notifications.unreadCount(ctx.userId)),

  markRead: procedure
    .input(
      z.union([
        z.strictObject({ ids: z.array(noticeIdSchema).min(1).max(UNREAD_MAX) }),
        // What was added since the list was read stays unread.
        z.strictObject({ all: z.literal(true), until: z.iso.datetime() }),
      ]),
    )
    .mutation(async ({ ctx, input }) => {
      await ctx.services.notifications.markRead(ctx.userId, input);
      return done;
    }),

  mute: procedure.input(z.strictObject({ kind: kindSchema, isMuted: z.boolean() })).mutation(async ({ ctx, input }) => {
    await ctx.services.notifications.mute(ctx.userId, input);
    return done;
  }),

  preferences: procedure.query(({ ctx }) => ctx.services.notifications.preferences(ctx.userId)),

  setPreference: procedure
    .input(z.strictObject({ kind: kindSchema, emails: z.enum(EMAIL_CHOICES) }))
    .mutation(async ({ ctx, input }) => {
      await ctx.services.notifications.setPreference(ctx.userId, input);
      return done;
    }),
});
