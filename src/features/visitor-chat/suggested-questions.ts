import type { Visitor } from '#src/domain/site/visitor.ts';

const FOR_THE_CURIOUS = ['What does it cost?', 'Who is on the team?', 'How does the trial work?', 'Can I see a demo?'];
/** For those who have had their trial (DECISIONS "Trial wording"). */
const FOR_MEMBERS = [
  'What does it cost?',
  'Who is on the team?',
  'What counts as a message?',
  'How do I change my plan?',
];

/** The four questions that are offered before the first one (spec §4). */
export function suggestedQuestions(visitor: Visitor): readonly string[] {
  return visitor === 'member' ? FOR_MEMBERS : FOR_THE_CURIOUS;
}
