import { markOf } from '#contract/brain/brain.ts';
import type { ConversationKnowledge, Given } from './knowledge-context.ts';

type Offers = Pick<ConversationKnowledge, 'offered' | 'facts' | 'passages' | 'messages'>;
type Marked = readonly [mark: string, given: Given];

/** What each answer was given, by the mark it cites it by. What is gone by now is left out, and the others keep their marks. */
export function givenToAnswers(knowledge: Offers | undefined): Map<string, Map<string, Given>> {
  const { offered = {}, facts = [], passages = [], messages = [] } = knowledge ?? {};
  const factOf = new Map(facts.map((fact) => [fact.id, fact]));
  const passageOf = new Map(passages.map((passage) => [passage.id, passage]));
  const messageOf = new Map(messages.map((message) => [message.id, message]));
  const fact = (id: string): Marked[] => {
    const found = factOf.get(id);
    return found ? [[markOf('fact', found.number), { kind: 'fact', fact: found }]] : [];
  };
  const passage = (id: string): Marked[] => {
    const found = passageOf.get(id);
    return found ? [[markOf('passage', found.number), { kind: 'passage', passage: found }]] : [];
  };
  const message = (id: string, index: number): Marked[] => {
    const found = messageOf.get(id);
    return found ? [[markOf('message', index + 1), { kind: 'message', message: found }]] : [];
  };
  const all = Object.entries(offered).map(([answerId, { factIds, passageIds, messageIds }]) => {
    const marked = [...factIds.flatMap(fact), ...passageIds.flatMap(passage), ...messageIds.flatMap(message)];
    return [answerId, new Map(marked)] as const; // reason: a pair, not a list
  });
  return new Map(all);
}
