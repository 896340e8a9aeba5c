import { assistantById } from '#contract/chat/assistants.ts';
import { conversationIdSchema, messageIdSchema } from '#contract/ids.ts';
import type { StepOf } from '#contract/automations/steps.ts';
import { addPost } from '#db/queries/automations/add-post.ts';
import { addNotice } from '#db/queries/notices/notices.ts';
import type { ConversationId } from '#db/types.gen.ts';
import { uuid8Of } from '#server/lib/crypto/secrets.ts';
import { plainText } from './plain-values.ts';
import { StepError, wouldFail, type StepHandler } from './step-handler.ts';
import { draftText, type StepTraits } from './step-traits.ts';

type Post = StepOf<'post'>;
/** So often, the owner may have deleted the conversation before it is deleted for good. */
const CONVERSATIONS_MAX = 50;
const EMPTY = 'There was nothing to put into the conversation: the text was empty.';

/** A conversation belongs to one teammate, so an automation has one with each that it has say something. */
const conversationIds = (automationId: string, assistantId: string): ConversationId[] =>
  Array.from({ length: CONVERSATIONS_MAX }, (_, place) =>
    conversationIdSchema.parse(uuid8Of(`conversation ${place} of ${automationId} with ${assistantId}`)),
  );

export const postTraits: StepTraits<Post> = {
  read: ({ teammate, text }, id, drafting) => ({
    kind: 'post',
    id,
    assistantId: drafting.teammate(teammate),
    text: draftText(text),
  }),
  write: ({ assistantId, text }) => ({ teammate: assistantId, text }),
  next: ({ assistantId }) => `${assistantById(assistantId).name} puts it into the automation’s conversation`,
};

/** A message by a teammate in the automation's own conversation. Only answers start automations, so it can't start one. */
export const postStep: StepHandler<Post> = {
  effect: 'inside',
  timeLimitMs: 10_000,

  run: async ({ assistantId, text: written }, context) => {
    const { userId, effectId, automation, now } = context;
    const text = plainText(context.fill(written));
    if (text === '') throw new StepError(EMPTY);
    const { name, slug } = assistantById(assistantId);
    return {
      kind: 'done',
      input: { text },
      output: {},
      inTransaction: async (trx) => {
        await context.take('posts', trx);
        await context.take('bell_lines', trx);
        const conversationId = await addPost(trx, {
          userId,
          conversationIds: conversationIds(automation.id, assistantId),
          messageId: messageIdSchema.parse(uuid8Of(`message ${effectId}`)),
          assistantId,
          title: automation.name,
          text,
          now,
        });
        const details = {
          title: `${name} has something for you`,
          detail: automation.name,
          path: `/dashboard/${slug}?c=${conversationId}`,
          automation: automation.name,
          automationId: automation.id,
        };
        await addNotice(trx, { userId, topic: 'automation_notice', subject: effectId, details, now });
      },
    };
  },

  rehearse: async ({ assistantId, text }, { fill }) => {
    const body = plainText(fill(text));
    if (body === '') return wouldFail(EMPTY);
    const sentence = `${assistantById(assistantId).name} would put this into the automation’s conversation.`;
    return { outcome: 'would', text: sentence, body, output: {} };
  },
};
