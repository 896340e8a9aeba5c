import type { AssistantId } from '#contract/chat/assistants.ts';
import type { TurnFailure, TurnStatus } from '#contract/chat/chat.ts';
import { plainWords } from '#contract/chat/plain-words.ts';
import type { ConversationRow } from '#db/queries/chat/conversations.ts';
import type { Bubble, Thread, ThreadPage } from '#db/queries/chat/thread.ts';
import { leaveOutSecrets } from '#server/lib/text/holds-secret.ts';
import { cutAtWord } from '#server/lib/text/cut-at-word.ts';

const PREVIEW_MAX = 140;

export type ConversationDto = {
  id: string;
  assistantId: AssistantId;
  title: string;
  /** Nothing is learned from it. */
  isPrivate: boolean;
  createdAt: string;
  updatedAt: string;
};
export type MessageDto = {
  id: string;
  role: 'user' | 'assistant';
  content: string;
  createdAt: string;
  status: TurnStatus;
  failure: TurnFailure | null;
  /** The number of the attempt at this answer, counted from 1; 0 for a question. With the length of `content`, a reader's position. */
  attempt: number;
  feedback: 'up' | 'down' | null;
  /** The answers of all versions of this exchange, oldest first; empty if there is one only. Questions have none. */
  versions: string[];
  /** The files that came with a question, without those that were removed since. */
  files: { id: string; name: string }[];
  /** It was said in private, and stays so if its conversation is shared later. */
  isPrivate: boolean;
};

/** A part of a conversation that has no gaps, oldest message first. */
export type ThreadDto = {
  conversation: ConversationDto;
  hasNewAnswer: boolean;
  messages: MessageDto[];
  /** The message to ask for the page before this one by; null if this is where the conversation begins. */
  older: string | null;
  /** The same for the page after it; null if it is where the conversation ends. */
  newer: string | null;
};

export function toConversation(row: ConversationRow): ConversationDto {
  const { id, assistantId, isPrivate, createdAt, updatedAt } = row;
  const title = leaveOutSecrets(row.title);
  return { id, assistantId, title, isPrivate, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

export function toMessage(bubble: Bubble, versions: string[] = []): MessageDto {
  const { createdAt, status, attempt, ...rest } = bubble;
  const sentAt = new Date(createdAt).toISOString();
  return { ...rest, createdAt: sentAt, status: status ?? 'complete', attempt: attempt ?? 0, versions };
}

/** The answers of all versions, by each of them, oldest first. */
function versionsOf(later: Thread['versions']): Map<string, string[]> {
  const byFirst = new Map<string, string[]>();
  for (const { firstId, answerId } of later) byFirst.set(firstId, [...(byFirst.get(firstId) ?? [firstId]), answerId]);
  return new Map([...byFirst.values()].flatMap((group) => group.map((id) => [id, group] as const))); // reason: a pair, not a list
}

export function toMessages({ bubbles, versions }: Pick<Thread, 'bubbles' | 'versions'>): MessageDto[] {
  const answers = versionsOf(versions);
  return bubbles.map((bubble) => toMessage(bubble, answers.get(bubble.id)));
}

/** `askedBy` is the message that the page was asked for by, which is beside it. */
export function toThread(page: ThreadPage, askedBy: string | null): ThreadDto {
  const messages = toMessages(page);
  return {
    conversation: toConversation(page),
    hasNewAnswer: page.hasNewAnswer,
    messages,
    older: page.hasOlder ? (messages[0]?.id ?? askedBy) : null,
    newer: page.hasNewer ? (messages.at(-1)?.id ?? askedBy) : null,
  };
}

/** The first words of an answer, without its Markdown and secrets, cut at a word. */
export function previewOf(markdown: string, said = ''): string {
  return cutAtWord(plainWords(leaveOutSecrets(markdown, said)), PREVIEW_MAX);
}
