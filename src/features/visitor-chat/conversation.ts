import { HISTORY_MESSAGES } from '#contract/chat/chat-history.ts';

/** Spec §3 "Visitor chat message". `kind` says what else stands in the talk besides questions and answers. */
export type VisitorMessage = {
  id: string;
  content: string;
  isUser: boolean;
  /** ISO 8601. */
  timestamp: string;
  kind?: 'offer' | 'apology';
};

export type Conversation = {
  /** Begins with the greeting. */
  messages: readonly VisitorMessage[];
  /** `made`: the bot has spoken of it. `asked`: the demo box is there. `over`: it was sent or put off. */
  offer: 'none' | 'made' | 'asked' | 'over';
};

/** What the server hears of the talk: the last ten messages (spec §7), without apologies and what was left unanswered by them. */
export function historyOf({ messages }: Conversation): { content: string; isUser: boolean }[] {
  return messages
    .filter((message, index) => message.kind !== 'apology' && !isLost(messages, index))
    .filter(({ content }) => content !== '')
    .slice(-HISTORY_MESSAGES)
    .map(({ content, isUser }) => ({ content, isUser }));
}

/** Whether this is a question, or the beginning of an answer, that ended in an apology. */
function isLost(messages: readonly VisitorMessage[], index: number): boolean {
  const message = messages[index];
  const after = messages.slice(index + 1);
  const end = after.findIndex(({ isUser }) => isUser);
  const until = end === -1 ? after : after.slice(0, end);
  return message !== undefined && message.kind === undefined && until.some(({ kind }) => kind === 'apology');
}

/** The question that the talk ended without an answer to, and the talk without it; null when there is none. */
export function takeUnanswered(conversation: Conversation): { question: string; before: Conversation } | null {
  const { messages } = conversation;
  const at = messages.findLastIndex(({ isUser }) => isUser);
  const question = messages[at];
  if (!question || messages.at(-1)?.kind !== 'apology') return null;
  return { question: question.content, before: { ...conversation, messages: messages.slice(0, at) } };
}
