import { isNew, type Visitor } from '#src/domain/site/visitor.ts';

const FOR_THE_CURIOUS = ['What does it cost?', 'Who is on the team?', 'How does the trial work?', 'Can I see a demo?'];
/** For people who have had their trial (TRIAL-6). */
const FOR_MEMBERS = [
  'What does it cost?',
  'Who is on the team?',
  'What counts as a message?',
  'How do I change my plan?',
];

/** The four suggested questions, shown until the first one is asked (VISITOR-4). */
export function suggestedQuestions(visitor: Visitor): readonly string[] {
  return isNew(visitor) ? FOR_THE_CURIOUS : FOR_MEMBERS;
}
