import { useCallback, useMemo, useState, type ReactNode } from 'react';
import type { Fact } from '#src/domain/brain/fact.ts';
import { lazyPart } from '#src/lib/lazy/lazy-part.tsx';
import { loadPopover } from './fact-button.tsx';
import { givenToAnswers } from './given.ts';
import {
  KnowledgeContextProvider,
  OpenButtonProvider,
  type Given,
  type Knowledge,
  type Memory,
  type Shown,
} from './knowledge-context.ts';
import { useConversationFacts, type Turn } from './use-conversation-facts.ts';
import { useUndoLearned } from './use-undo-learned.ts';

const KnowledgePopover = lazyPart(loadPopover);

const NONE: readonly Fact[] = [];
const NOT_ASKED: readonly Memory[] = [];
const NOTHING: ReadonlyMap<string, Given> = new Map();

type Opened = { shown: Shown; buttonId: string; isOpen: boolean };

/** What the messages of a thread know about the team's knowledge, and the one popover that shows facts. */
export function KnowledgeProvider({ turn, children }: { turn: Turn; children: ReactNode }) {
  const { conversationId } = turn;
  const facts = useConversationFacts(turn);
  const undoing = useUndoLearned();
  const [opened, setOpened] = useState<Opened | null>(null);

  const toggle = useCallback((shown: Shown, buttonId: string) => {
    setOpened((before) => ({ shown, buttonId, isOpen: !(before?.isOpen === true && before.buttonId === buttonId) }));
  }, []);
  const close = useCallback(() => setOpened((before) => before && { ...before, isOpen: false }), []);

  const byId = useMemo(
    () =>
      new Map(
        [
          ...(facts?.facts ?? []),
          ...Object.values(facts?.learned ?? {}).flat(),
          ...Object.values(facts?.withdrawn ?? {}).flat(),
        ].map((fact) => [fact.id, fact]),
      ),
    [facts],
  );
  const given = useMemo(() => givenToAnswers(facts), [facts]);
  const knowledge = useMemo(
    (): Knowledge => ({
      conversationId,
      givenTo: (answerId) => given.get(answerId) ?? NOTHING,
      learnedFrom: (questionId) => facts?.learned[questionId] ?? NONE,
      withdrawnBy: (questionId) => facts?.withdrawn[questionId] ?? NONE,
      preferencesFrom: (questionId) => facts?.preferences[questionId],
      memory: facts?.memory ?? NOT_ASKED,
      factOf: (id) => byId.get(id),
      latest: (fact) => byId.get(fact.id) ?? fact,
      ...undoing,
      newestQuestionId: turn.questionId,
      toggle,
    }),
    [conversationId, facts, byId, given, undoing, turn.questionId, toggle],
  );
  return (
    <KnowledgeContextProvider value={knowledge}>
      <OpenButtonProvider value={opened?.isOpen === true ? opened.buttonId : null}>
        {children}
        {opened && <KnowledgePopover {...opened} onClose={close} />}
      </OpenButtonProvider>
    </KnowledgeContextProvider>
  );
}
