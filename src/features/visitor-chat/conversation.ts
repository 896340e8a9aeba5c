import { HISTORY_MESSAGES } from '#contract/chat/chat-history.ts';

/** A message of the visitor chat (VISITOR-6). `kind` marks messages other than questions and answers. */
export type VisitorMessage = {
  id: string;
  content: string;
  isUser: boolean;
  /** ISO 8601. */
  timestamp: string;
  kind?: 'offer' | 'apology';
};

export type Conversation = {
  /** Starts with the greeting. */
  messages: readonly VisitorMessage[];
  /** `made`: the bot has mentioned it. `asked`: the demo box is open. `over`: it was submitted or dismissed. */
  offer: 'none' | 'made' | 'asked' | 'over';
};

/** What the server receives: the last ten messages (VISITOR-6), without apologies and the questions they left unanswered. */
export function historyOf({ messages }: Conversation): { content: string; isUser: boolean }[] {
  return messages
    .filter((message, index) => message.kind !== 'apology' && !isLost(messages, index))
    .filter(({ content }) => content !== '')
    .slice(-HISTORY_MESSAGES)
    .map(({ content, isUser }) => ({ content, isUser }));
}

/** Whether this is a question, or a partial answer, that ended in an apology. */
function isLost(messages: readonly VisitorMessage[], index: number): boolean {
  const message = messages[index];
  const after = messages.slice(index + 1);
  const end = after.findIndex(({ isUser }) => isUser);
  const until = end === -1 ? after : after.slice(0, end);
  return message !== undefined && message.kind === undefined && until.some(({ kind }) => kind === 'apology');
}

/** The unanswered question at the end of the conversation, and the conversation without it; null if there is none. */
export function takeUnanswered(conversation: Conversation): { question: string; before: Conversation } | null {
  const { messages } = conversation;
  const at = messages.findLastIndex(({ isUser }) => isUser);
  const question = messages[at];
  if (!question || messages.at(-1)?.kind !== 'apology') return null;
  return { question: question.content, before: { ...conversation, messages: messages.slice(0, at) } };
}
