import { assistantById } from '#contract/chat/assistants.ts';
import { automationLinks } from '#src/domain/automations/automation-links.ts';
import type { NeedsYou } from './home-data.ts';
import type { NextTask } from './home-state.ts';
import { endSentence } from '#src/lib/text/ends-sentence.ts';

/** The newest run of each automation: one that failed before it doesn't need anyone any more. */
const newestOfEach = (runs: NeedsYou['runs']) =>
  runs.filter((run, index) => runs.findIndex(({ automationId }) => automationId === run.automationId) === index);

/** A failure is news for three days. */
const NEWS_MS = 3 * 24 * 3_600_000;
/** The runs that their owner may still want to hear of. */
export const newsOf = (runs: NeedsYou['runs'], now: Date): NeedsYou['runs'] =>
  runs.filter(({ endedAt }) => endedAt === null || now.getTime() - Date.parse(endedAt) < NEWS_MS);

/** An automation that needs its owner: the question with the soonest deadline, a run that waits for a decision, or one that failed. */
export function automationTask({ waiting, runs }: NeedsYou, isPutOff: (key: string) => boolean): NextTask | null {
  const question = waiting
    .toSorted((a, b) => a.deadline.localeCompare(b.deadline))
    .find(({ id }) => !isPutOff(`approval-${id}`));
  if (question) {
    const { id, title, automationName, assistantId } = question;
    return {
      key: `approval-${id}`,
      assistantId,
      title: `${assistantById(assistantId).name} is waiting for your answer.`,
      text: `${title}, from ${endSentence(automationName)} Nothing goes out until you say so.`,
      action: 'Answer it',
      opens: { page: automationLinks.approvals },
    };
  }
  const stuck = [...runs.filter(({ status }) => status === 'paused'), ...newestOfEach(runs)].find(
    ({ id, status }) => (status === 'paused' || status === 'failed') && !isPutOff(`run-${id}`),
  );
  if (!stuck) return null;
  const { id, automationName, assistantId, status, reason } = stuck;
  return {
    key: `run-${id}`,
    assistantId,
    title: status === 'paused' ? `${automationName} needs you.` : `${automationName} couldn’t finish.`,
    text: reason,
    action: 'See what happened',
    opens: { page: automationLinks.run(id) },
  };
}
