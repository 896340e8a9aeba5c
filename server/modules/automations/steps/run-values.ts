import { assistantById } from '#contract/chat/assistants.ts';
import type { Value } from '#contract/automations/values.ts';
import { withoutCitations } from '#contract/brain/citations.ts';
import { dayOfYearText, isoDayText, timeText } from '#contract/dates.ts';
import type { Db } from '#db/client.ts';
import { findNextDate, listSaid, type SaidMessage } from '#db/queries/automations/run-values.ts';
import type { UserId } from '#db/types.gen.ts';
import { leaveOutSecrets } from '#server/lib/text/holds-secret.ts';
import { titleToQuote } from '../events/quoted-turn.ts';
import { dayAfter, momentOf } from './next-time.ts';
import { plainText } from './plain-values.ts';

const MESSAGES_MAX = 200;
const CHATS_CHARACTERS = 12_000;

/** `Soshie, “Posts for the fair”`, and below it who said what, without its secrets. */
function chatText(messages: readonly SaidMessage[]): string {
  const [first] = messages;
  if (!first) return '';
  const { name } = assistantById(first.assistantId);
  const said = messages.map(({ content }) => content).join('\n\n');
  const lines = messages.map(({ role, content }) => {
    const text = leaveOutSecrets(content, said);
    return role === 'user' ? `Owner: ${text}` : `${name}: ${withoutCitations(text)}`;
  });
  return [`${name}, “${titleToQuote(first)}”`, ...lines].join('\n');
}

/** What every run has, whatever started it (`run.day` and so on). Each is only looked up if a step uses it, and empty if there is nothing. */
export function createRunValues({ db }: { db: Db }) {
  async function chats(userId: UserId, today: string, timeZone: string): Promise<string> {
    const [from, to] = [dayAfter(today, -1), today].map((day) => momentOf(day, '00:00', timeZone));
    if (!from || !to) return '';
    const said = await listSaid(db, { userId, from, to, limit: MESSAGES_MAX });
    const byConversation = Map.groupBy(said, ({ conversationId }) => conversationId);
    const text = [...byConversation.values()].map(chatText).join('\n\n');
    return plainText(text, CHATS_CHARACTERS);
  }

  async function nextDate(userId: UserId, today: string): Promise<string> {
    const found = await findNextDate(db, { userId, today });
    return found ? `${dayOfYearText(`${found.day}T00:00:00Z`, 'UTC')}: ${found.statement}` : '';
  }

  /** `startedAt` is when the run started: a run that continues tomorrow is still about the same day. */
  return async (
    { userId, timeZone, startedAt }: { userId: UserId; timeZone: string; startedAt: Date },
    references: ReadonlySet<string>,
  ): Promise<Record<string, Value>> => {
    const today = isoDayText(startedAt, timeZone);
    return {
      day: today,
      time: timeText(startedAt, timeZone),
      ...(references.has('run.yesterdays_chats') ? { yesterdays_chats: await chats(userId, today, timeZone) } : {}),
      ...(references.has('run.next_date') ? { next_date: await nextDate(userId, today) } : {}),
    };
  };
}
export type RunValues = ReturnType<typeof createRunValues>;
