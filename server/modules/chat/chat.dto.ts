import type { AssistantId } from '#contract/chat/assistants.ts';
import type { TurnFailure, TurnStatus } from '#contract/chat/chat.ts';
import { plainWords } from '#contract/chat/plain-words.ts';
import type { ConversationRow } from '#db/queries/chat/conversations.ts';
import type { Bubble, Thread, ThreadPage } from '#db/queries/chat/thread.ts';
import { FOLLOWING_MAX, type Version } from '#db/queries/chat/versions.ts';
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
  /** The message before it; null for the first. */
  follows: string | null;
  /**
   * All its versions, oldest first, this one included; empty if there are no others. Each wording of a question is a
   * version of it, and each answer to the same wording is a version of that answer.
   */
  versions: string[];
  /**
   * How many messages follow the question's other version; null unless there is exactly one, or if there are more than
   * 19.
   */
  keptMessages: number | null;
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
  /** The last answer before this page that isn't a post; null if there is none, absent if that isn't known. */
  after?: string | null;
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

type Links = Pick<MessageDto, 'follows' | 'versions' | 'keptMessages'>;

export function toMessage(bubble: Omit<Bubble, 'parent'>, links: Links): MessageDto {
  const { id, role, content, createdAt, status, failure, attempt, feedback, files, isPrivate } = bubble;
  const said = { id, role, content, createdAt: new Date(createdAt).toISOString(), files, isPrivate };
  return { ...said, ...links, status: status ?? 'complete', failure, attempt: attempt ?? 0, feedback };
}

type VersionIds = { question: string[]; answer: string[]; keptMessages: number | null };

const NO_VERSIONS: VersionIds = { question: [], answer: [], keptMessages: null };

/**
 * The versions of the question and the answer in the exchange of the message `shown`, which is one of `all`. For each
 * wording, it lists the question that was shown last.
 */
export function versionsOf(all: readonly Version[], shown: string): VersionIds {
  const own = all.find(({ questionId, answerId }) => questionId === shown || answerId === shown);
  if (!own) return NO_VERSIONS;
  const lastShown = new Map<string, Version>();
  for (const version of all) {
    const other = lastShown.get(version.wording);
    if (!other || other.choice < version.choice) lastShown.set(version.wording, version);
  }
  const questions = [...lastShown.values()].map(({ questionId }) => questionId);
  const answers = all.filter(({ wording }) => wording === own.wording).map(({ answerId }) => answerId);
  const [other, ...more] = [...lastShown.values()].filter(({ wording }) => wording !== own.wording);
  const isCounted = other !== undefined && more.length === 0 && other.following < FOLLOWING_MAX;
  return {
    question: questions.length > 1 ? questions : [],
    answer: answers.length > 1 ? answers : [],
    keptMessages: isCounted ? other.following : null,
  };
}

/** Questions are followed by their answers. */
export function toMessages({
  bubbles,
  before,
  versions,
}: Pick<Thread, 'bubbles' | 'before' | 'versions'>): MessageDto[] {
  return bubbles.map((bubble, index) => {
    const answer = bubbles[bubble.role === 'user' ? index + 1 : index];
    const all = versions.find((some) => some.some(({ answerId }) => answerId === answer?.id)) ?? [];
    const { question: questions, answer: answers, keptMessages } = versionsOf(all, answer?.id ?? '');
    const follows = bubbles[index - 1]?.id ?? before;
    return bubble.role === 'assistant'
      ? toMessage(bubble, { follows, versions: answers, keptMessages: null })
      : toMessage(bubble, { follows, versions: questions, keptMessages });
  });
}

/** `askedBy` is the message that the page was asked for by, which is beside it. */
export function toThread(page: ThreadPage, askedBy: string | null): ThreadDto {
  const messages = toMessages(page);
  return {
    conversation: toConversation(page),
    hasNewAnswer: page.hasNewAnswer,
    messages,
    after: page.after === page.id ? null : page.after,
    older: page.hasOlder ? (messages[0]?.id ?? askedBy) : null,
    newer: page.hasNewer ? (messages.at(-1)?.id ?? askedBy) : null,
  };
}

/** The first words of an answer, without its Markdown and secrets, cut at a word. */
export function previewOf(markdown: string, said = ''): string {
  return cutAtWord(plainWords(leaveOutSecrets(markdown, said)), PREVIEW_MAX);
}
