import { withoutCitations } from '#contract/brain/citations.ts';
import { assistantById, type AssistantId } from '#contract/chat/assistants.ts';
import { defaultTitle } from '#contract/chat/chat-texts.ts';
import { leaveOutSecrets } from '#server/lib/text/holds-secret.ts';

type Titled = { title: string; isTitlePrivate: boolean; assistantId: AssistantId };

/** A conversation's title where it is quoted elsewhere: a title from a private message isn't. */
export const titleToQuote = ({ title, isTitlePrivate, assistantId }: Titled): string =>
  isTitlePrivate ? defaultTitle(assistantById(assistantId).name) : leaveOutSecrets(title);

/** What an automation gets of an answer and its question, without their secrets. `said` is what was said before. */
export const quotedTurn = (turn: Titled & { question: string; answer: string; said: string }) => ({
  question: leaveOutSecrets(turn.question, turn.said),
  answer: withoutCitations(leaveOutSecrets(turn.answer, turn.said)),
  teammate: assistantById(turn.assistantId).name,
  title: titleToQuote(turn),
});

/** What an automation gets of a fact: a secret in it only if its owner said that it is okay to share. */
export const quotedFact = (fact: { statement: string; subject: string; isShareable: boolean }) => ({
  fact: fact.isShareable ? fact.statement : leaveOutSecrets(fact.statement),
  subject: fact.isShareable ? fact.subject : leaveOutSecrets(fact.subject),
});
