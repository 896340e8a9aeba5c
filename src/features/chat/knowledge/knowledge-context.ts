import type { inferRouterOutputs } from '@trpc/server';
import { createContext, useContext } from 'react';
import type { AppRouter } from '#src/api/trpc.ts';
import type { Fact } from '#src/domain/brain/fact.ts';

export type ConversationKnowledge = inferRouterOutputs<AppRouter>['brain']['ofConversation'];
export type Passage = ConversationKnowledge['passages'][number];
export type QuotedMessage = ConversationKnowledge['messages'][number];

/** A turn's changes to the team's knowledge, and its questions to the owner about it. */
export type Memory = ConversationKnowledge['memory'][number];

/** Something that an answer was given, and may cite. */
export type Given =
  | { kind: 'fact'; fact: Fact }
  | { kind: 'passage'; passage: Passage }
  | { kind: 'message'; message: QuotedMessage };

/** What the popover shows: one thing that an answer was given, those that it didn't cite, or what was learned from a question. */
export type Shown =
  | Given
  | { kind: 'unused'; answerId: string; unused: readonly Given[] }
  | { kind: 'learned'; questionId: string };

/** What the open conversation has to do with the team's knowledge. */
export type Knowledge = {
  conversationId: string | null;
  /** What an answer was given, by the mark it cites it by. */
  givenTo: (answerId: string) => ReadonlyMap<string, Given>;
  learnedFrom: (questionId: string) => readonly Fact[];
  /** The facts that a question withdrew: they aren't true anymore, and nothing replaces them. */
  withdrawnBy: (questionId: string) => readonly Fact[];
  /** The preferences that a question set and that still apply. */
  preferencesFrom: (questionId: string) => ConversationKnowledge['preferences'][string] | undefined;
  /** What turns did because their questions asked to remember or forget something. */
  memory: readonly Memory[];
  /** A fact that the conversation has to do with, as it is by now. */
  factOf: (id: string) => Fact | undefined;
  /** The fact as it is by now. */
  latest: (fact: Fact) => Fact;
  /** The facts whose learning was undone on this screen, each with the wording that came back for it, if there is one. */
  undone: ReadonlyMap<string, string | null>;
  undo: (fact: Fact) => void;
  redo: (fact: Fact) => void;
  undoWithdrawal: (fact: Fact) => void;
  redoWithdrawal: (fact: Fact) => void;
  /** The question whose answer is being written, or was last: something may still be learned from it. */
  newestQuestionId: string | undefined;
  /** Opens the popover beside the button with this id, or closes the one that is open there. */
  toggle: (shown: Shown, buttonId: string) => void;
};

const KnowledgeContext = createContext<Knowledge | null>(null);
export const KnowledgeContextProvider = KnowledgeContext.Provider;
/** Null outside of a thread. */
export const useKnowledge = (): Knowledge | null => useContext(KnowledgeContext);

/** The id of the button whose popover is open. Apart from the rest, so that opening one renders only buttons. */
const OpenButtonContext = createContext<string | null>(null);
export const OpenButtonProvider = OpenButtonContext.Provider;
export const useOpenButton = (): string | null => useContext(OpenButtonContext);

/** The answer that a citation stands in. */
const AnswerIdContext = createContext('');
export const AnswerIdProvider = AnswerIdContext.Provider;
export const useAnswerId = (): string => useContext(AnswerIdContext);
