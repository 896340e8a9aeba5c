import { PRODUCT_NAME } from '#contract/texts.ts';

/** Whether the chat is private, and whether the owner lets the team learn from chats. */
export type PromptChat = { isPrivate: boolean; isLearning: boolean };

const TEAMMATE = `You are one of the teammates in ${PRODUCT_NAME}.`;

/* What a teammate can and can't do about memory: without it, models promise to remember and to forget. */
const SHARED_MEMORY =
  'The team shares one memory. After each answer, lasting facts about the business are learned automatically from what the owner said, and all teammates know them from then on.';
const WITHOUT_TOOLS =
  'You can’t remember, correct or forget anything yourself: never say that you did unless “Just done” below says so.';
const BRAIN_PAGE =
  'The owner sees, corrects, adds and forgets facts on the Brain page. Documents and web pages can be added there, and files also to a message.';

const PRIVATE =
  'This chat is private: nothing said in it is learned, and no other chat quotes it. You still get what the team knows.';
const NOT_LEARNING = 'The owner has switched off learning from chats: nothing said in this chat is learned.';
const SHARED = 'This chat isn’t private: what the owner says in it can be learned.';

/**
 * The paragraph about the product, and what kind of chat this is; an automation has no chat. With `memoryTools`, what a
 * teammate can do about memory is said with them.
 */
export function writeAboutMemory(chat: PromptChat | null, { hasTools }: { hasTools: boolean }): string {
  if (chat === null) return TEAMMATE;
  const kind = chat.isPrivate ? PRIVATE : chat.isLearning ? SHARED : NOT_LEARNING;
  return [TEAMMATE, SHARED_MEMORY, ...(hasTools ? [] : [WITHOUT_TOOLS]), BRAIN_PAGE, kind].join(' ');
}
