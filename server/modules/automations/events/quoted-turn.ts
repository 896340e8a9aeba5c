import { withoutCitations } from '#contract/brain/citations.ts';
import { assistantById, type AssistantId } from '#contract/chat/assistants.ts';
import { defaultTitle } from '#contract/chat/chat-texts.ts';
import { leaveOutSecrets } from '#server/lib/text/holds-secret.ts';

type Titled = { title: string; isTitlePrivate: boolean; assistantId: AssistantId };

/** A conversation's title as other places quote it: the default title replaces one taken from a private message. */
export const titleToQuote = ({ title, isTitlePrivate, assistantId }: Titled): string =>
  isTitlePrivate ? defaultTitle(assistantById(assistantId).name) : leaveOutSecrets(title);

/** The question and answer that an automation gets, without secrets. `said` is the conversation before them. */
export const quotedTurn = (turn: Titled & { question: string; answer: string; said: string }) => ({
  question: leaveOutSecrets(turn.question, turn.said),
  answer: withoutCitations(leaveOutSecrets(turn.answer, turn.said)),
  teammate: assistantById(turn.assistantId).name,
  title: titleToQuote(turn),
});

/** The fact as an automation gets it: a secret stays in only if its owner said it's okay to share. */
export const quotedFact = (fact: { statement: string; subject: string; isShareable: boolean }) => ({
  fact: fact.isShareable ? fact.statement : leaveOutSecrets(fact.statement),
  subject: fact.isShareable ? fact.subject : leaveOutSecrets(fact.subject),
});
