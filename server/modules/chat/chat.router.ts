import { z } from 'zod';
import { assistantIdSchema } from '#contract/chat/assistants.ts';
import { feedbackSchema, resumeSchema, sendSchema } from '#contract/chat/chat.ts';
import type { ConversationId, MessageId } from '#db/types.gen.ts';
import { procedure, router } from '#server/trpc/init.ts';

// A person's ids get their brand at the edge; every query looks them up together with their owner.
const conversationId = z.uuid().transform((id) => id as ConversationId); // reason: see above
const messageId = z.uuid().transform((id) => id as MessageId); // reason: see above
const done = { ok: true as const };

export const chatRouter = router({
  conversations: procedure
    .input(z.object({ assistantId: assistantIdSchema }))
    .query(({ ctx, input }) => ctx.services.chat.conversations(ctx.userId, input.assistantId)),

  messages: procedure
    .input(z.object({ conversationId }))
    .query(({ ctx, input }) => ctx.services.chat.messages(ctx.userId, input.conversationId)),

  send: procedure.input(sendSchema).mutation(({ ctx, input }) => ctx.services.chat.send(ctx.userId, input)),

  resume: procedure.input(resumeSchema).mutation(({ ctx, input }) => ctx.services.chat.resume(ctx.userId, input)),

  follow: procedure
    .input(z.object({ messageId, offset: z.number().int().min(0).max(1_000_000).default(0) }))
    .subscription(async function* ({ ctx, input, signal }) {
      yield* ctx.services.chat.follow(
        ctx.userId,
        input.messageId,
        input.offset,
        signal ?? new AbortController().signal,
      );
    }),

  stop: procedure.input(z.object({ messageId })).mutation(async ({ ctx, input }) => {
    await ctx.services.chat.stop(ctx.userId, input.messageId);
    return done;
  }),

  /** The id is the export's own: the same again is the same export, counted once. */
  exportConversation: procedure
    .input(z.object({ id: z.uuid(), conversationId }))
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
