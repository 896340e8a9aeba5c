import { z } from 'zod';
import { idSchema } from '#contract/ids.ts';
import { assistantIdSchema } from '#contract/chat/assistants.ts';
import { feedbackSchema, resumeSchema, sendSchema } from '#contract/chat/chat.ts';
import {
  conversationCursorSchema,
  exportCursorSchema,
  privacySchema,
  renameSchema,
  searchSchema,
  threadPlaceSchema,
} from '#contract/chat/conversation-schemas.ts';
import type { ConversationId, MessageId } from '#db/types.gen.ts';
import { procedure, router } from '#server/trpc/init.ts';

// A person's ids get their brand at the edge; every query looks them up together with their owner.
const conversationId = idSchema.transform((id) => id as ConversationId); // reason: see above
const messageId = idSchema.transform((id) => id as MessageId); // reason: see above
const done = { ok: true as const };

export const chatRouter = router({
  conversations: procedure
    .input(z.object({ assistantId: assistantIdSchema, cursor: conversationCursorSchema.nullish() }))
    .query(({ ctx, input }) => ctx.services.chat.conversations(ctx.userId, input.assistantId, input.cursor)),

  search: procedure.input(searchSchema).query(({ ctx, input }) => ctx.services.chat.search(ctx.userId, input)),

  unread: procedure.query(({ ctx }) => ctx.services.chat.unread(ctx.userId)),

  markSeen: procedure.input(z.object({ conversationId })).mutation(async ({ ctx, input }) => {
    await ctx.services.chat.markSeen(ctx.userId, input.conversationId);
    return done;
  }),

  renameConversation: procedure.input(renameSchema.extend({ conversationId })).mutation(async ({ ctx, input }) => {
    await ctx.services.chat.rename(ctx.userId, input.conversationId, input.title);
    return done;
  }),

  setPrivate: procedure.input(privacySchema.extend({ conversationId })).mutation(async ({ ctx, input }) => {
    await ctx.services.chat.setPrivate(ctx.userId, input.conversationId, input.isPrivate);
    return done;
  }),

  showVersion: procedure.input(z.object({ messageId })).mutation(async ({ ctx, input }) => {
    await ctx.services.chat.showVersion(ctx.userId, input.messageId);
    return done;
  }),

  recent: procedure.query(({ ctx }) => ctx.services.chat.recent(ctx.userId)),

  /** A page of a conversation: the one it ends with, or the one at `place`. Its `older` and `newer` name the pages beside it. */
  messages: procedure
    .input(z.object({ conversationId, place: z.optional(threadPlaceSchema.extend({ messageId })) }))
    .query(({ ctx, input }) => ctx.services.chat.messages(ctx.userId, input.conversationId, input.place ?? null)),

  send: procedure.input(sendSchema).mutation(({ ctx, input }) => ctx.services.chat.send(ctx.userId, input)),

  resume: procedure.input(resumeSchema).mutation(({ ctx, input }) => ctx.services.chat.resume(ctx.userId, input)),

  stop: procedure.input(z.object({ messageId })).mutation(async ({ ctx, input }) => {
    await ctx.services.chat.stop(ctx.userId, input.messageId);
    return done;
  }),

  /**
   * The first part of an export, and with a cursor the next one. The id identifies it: the same id again is the same export, counted once,
   * until the conversation has grown.
   */
  exportConversation: procedure
    .input(z.object({ id: idSchema, conversationId, cursor: exportCursorSchema.nullish() }))
    .mutation(({ ctx, input }) => ctx.services.chat.export(ctx.userId, input)),

  deleteConversation: procedure.input(z.object({ conversationId })).mutation(async ({ ctx, input }) => {
    await ctx.services.chat.remove(ctx.userId, input.conversationId);
    return done;
  }),

  restoreConversation: procedure.input(z.object({ conversationId })).mutation(async ({ ctx, input }) => {
    await ctx.services.chat.restore(ctx.userId, input.conversationId);
    return done;
  }),

  feedback: procedure.input(feedbackSchema).mutation(async ({ ctx, input }) => {
    await ctx.services.chat.rate(ctx.userId, input);
    return done;
  }),
});
