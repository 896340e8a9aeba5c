import { z } from 'zod';
import { conversationIdSchema, idSchema, messageIdSchema } from '#contract/ids.ts';
import { assistantIdSchema } from '#contract/chat/assistants.ts';
import { feedbackSchema, resumeSchema, sendSchema } from '#contract/chat/chat.ts';
import {
  conversationCursorSchema,
  exportCursorSchema,
  hitsSchema,
  privacySchema,
  renameSchema,
  searchSchema,
  threadPlaceSchema,
} from '#contract/chat/conversation-schemas.ts';
import { procedure, router } from '#server/trpc/init.ts';

// Every query looks these up together with their owner.
const oneConversation = z.object({ conversationId: conversationIdSchema });
const oneMessage = z.object({ messageId: messageIdSchema });
const done = { ok: true as const };

export const chatRouter = router({
  conversations: procedure
    .input(z.object({ assistantId: assistantIdSchema, cursor: conversationCursorSchema.nullish() }))
    .query(({ ctx, input }) => ctx.services.chat.conversations(ctx.userId, input.assistantId, input.cursor)),

  search: procedure.input(searchSchema).query(({ ctx, input }) => ctx.services.chat.search(ctx.userId, input)),

  /** The messages of one conversation that match, so that a screen can lead from one to the next. */
  hits: procedure.input(hitsSchema).query(({ ctx, input }) => ctx.services.chat.hits(ctx.userId, input)),

  unread: procedure.query(({ ctx }) => ctx.services.chat.unread(ctx.userId)),

  markSeen: procedure.input(oneConversation).mutation(async ({ ctx, input }) => {
    await ctx.services.chat.markSeen(ctx.userId, input.conversationId);
    return done;
  }),

  renameConversation: procedure.input(renameSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.chat.rename(ctx.userId, input.conversationId, input.title);
    return done;
  }),

  setPrivate: procedure.input(privacySchema).mutation(async ({ ctx, input }) => {
    const taught = await ctx.services.chat.setPrivate(ctx.userId, input.conversationId, input.isPrivate);
    return { ...done, ...taught };
  }),

  showVersion: procedure.input(oneConversation.extend(oneMessage.shape)).mutation(async ({ ctx, input }) => {
    await ctx.services.chat.showVersion(ctx.userId, input.conversationId, input.messageId);
    return done;
  }),

  recent: procedure.query(({ ctx }) => ctx.services.chat.recent(ctx.userId)),

  /** A page of a conversation: the one it ends with, or the one at `place`. Its `older` and `newer` name the pages beside it. */
  messages: procedure
    .input(oneConversation.extend({ place: z.optional(threadPlaceSchema) }))
    .query(({ ctx, input }) => ctx.services.chat.messages(ctx.userId, input.conversationId, input.place ?? null)),

  send: procedure.input(sendSchema).mutation(({ ctx, input }) => ctx.services.chat.send(ctx.userId, input)),

  resume: procedure.input(resumeSchema).mutation(({ ctx, input }) => ctx.services.chat.resume(ctx.userId, input)),

  stop: procedure.input(oneMessage).mutation(async ({ ctx, input }) => {
    await ctx.services.chat.stop(ctx.userId, input.messageId);
    return done;
  }),

  /**
   * The first part of an export, and with a cursor the next one. The id identifies it: the same id again is the same export, counted once,
   * until the conversation has grown.
   */
  exportConversation: procedure
    .input(oneConversation.extend({ id: idSchema, cursor: exportCursorSchema.nullish() }))
    .mutation(({ ctx, input }) => ctx.services.chat.export(ctx.userId, input)),

  deleteConversation: procedure.input(oneConversation).mutation(async ({ ctx, input }) => {
    const taught = await ctx.services.chat.remove(ctx.userId, input.conversationId);
    return { ...done, ...taught };
  }),

  restoreConversation: procedure.input(oneConversation).mutation(async ({ ctx, input }) => {
    await ctx.services.chat.restore(ctx.userId, input.conversationId);
    return done;
  }),

  feedback: procedure.input(feedbackSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.chat.rate(ctx.userId, input);
    return done;
  }),
});
