import { assistantById } from '#contract/chat/assistants.ts';
import type { ShownTopic } from '#contract/notifications.ts';
import type { BellRow } from '#db/queries/notices/bell.ts';
import type { NotificationWords } from './notification-words.ts';

type Shown = Pick<NotificationWords, 'title' | 'detail'>;
type Who = Pick<BellRow, 'assistantId' | 'status'>;

/** The words of the bell are ours alone. */
const AS_IN_BELL = (_who: Who, shown: Shown): Shown => shown;
const only = (title: string) => (): Shown => ({ title, detail: '' });

/**
 * What a lock screen shows, which anyone can read: who has news, and nothing that a person, a teammate or another
 * system wrote (BELL-13).
 */
const WORDS: Record<ShownTopic, (who: Who, shown: Shown) => Shown> = {
  answer: ({ assistantId, status }) => {
    const { name } = assistantById(assistantId ?? 'brain_ai');
    return { title: status === 'complete' ? `${name} answered you` : `${name} couldn’t finish an answer`, detail: '' };
  },
  conflict: only('Brain AI has a question for you'),
  approval: only('An automation is waiting for your approval'),
  run_failed: only('An automation couldn’t finish'),
  automation_paused: only('An automation needs you'),
  automation_notice: only('An automation has an update for you'),
  usage_warning: AS_IN_BELL,
  usage_limit: AS_IN_BELL,
  trial_ending: AS_IN_BELL,
  trial_ended: AS_IN_BELL,
  payment_failed: AS_IN_BELL,
  renewal: AS_IN_BELL,
  refund: AS_IN_BELL,
  access_ended: AS_IN_BELL,
  security: AS_IN_BELL,
};

export const lockScreenWords = (topic: ShownTopic, who: Who, shown: Shown): Shown => WORDS[topic](who, shown);
