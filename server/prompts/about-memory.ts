import { PRODUCT_NAME } from '#contract/texts.ts';

/** Whether the chat is private, and whether the owner lets the team learn from chats. */
export type PromptChat = { isPrivate: boolean; isLearning: boolean };

const TEAMMATE = `You are one of the teammates in ${PRODUCT_NAME}.`;

/** What a teammate can and can't do about memory: without it, models promise to remember and to forget. */
const MEMORY = [
  'The team shares one memory. After each answer, lasting facts about the business are learned automatically from what the owner said, and all teammates know them from then on.',
  'You can’t remember, correct or forget anything yourself: never say that you did unless “Just done” below says so.',
  'The owner sees, corrects, adds and forgets facts on the Brain page. Documents and web pages can be added there, and files also to a message.',
].join(' ');

const PRIVATE =
  'This chat is private: nothing said in it is learned, and no other chat quotes it. You still get what the team knows.';
const NOT_LEARNING = 'The owner has switched off learning from chats: nothing said in this chat is learned.';
const SHARED = 'This chat isn’t private: what the owner says in it can be learned.';

/** The paragraph about the product, and what kind of chat this is; an automation has no chat. */
export function writeAboutMemory(chat: PromptChat | null): string {
  if (chat === null) return TEAMMATE;
  return [TEAMMATE, MEMORY, chat.isPrivate ? PRIVATE : chat.isLearning ? SHARED : NOT_LEARNING].join(' ');
}
