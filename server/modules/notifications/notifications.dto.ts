import type { AssistantId } from '#contract/chat/assistants.ts';
import { KIND_OF_TOPIC, type EmailChoice, type NotificationKind, type ShownTopic } from '#contract/notifications.ts';
import type { BellRow, Shown } from '#db/queries/notices/bell.ts';
import { notificationWords } from './notification-words.ts';

export type NotificationDto = {
  /** For `markRead`. */
  id: string;
  kind: NotificationKind;
  topic: ShownTopic;
  title: string;
  /** May be empty. */
  detail: string;
  /** The page it leads to, on this site. */
  path: string;
  /** Whose answer it is about; null for everything else. */
  assistantId: AssistantId | null;
  /** ISO 8601. */
  at: string;
  isUnread: boolean;
};

export type NotificationPage = {
  /** Newest first. */
  items: NotificationDto[];
  nextCursor: string | null;
  /** The kinds that aren't listed. */
  muted: NotificationKind[];
};

export type NotificationPreference = { kind: NotificationKind; isMuted: boolean; emails: EmailChoice };

/** A browser that shows notifications while no tab is open. */
export type PushDeviceDto = {
  /** Its session, as in the list of devices. */
  id: string;
  device: string;
  isCurrent: boolean;
  /** When it was turned on, ISO 8601. */
  since: string;
  /** Whether they show titles, and not only who has news. */
  showsTitles: boolean;
};

export const idOf = ({ topic, subject }: Pick<BellRow, 'topic' | 'subject'>): string => `${topic}:${subject}`;

/** What the bell shows, as its queries take it. */
export const SHOWN: Shown = { topics: Object.keys(KIND_OF_TOPIC), kinds: Object.values(KIND_OF_TOPIC) };

export const isShown = (topic: string): topic is ShownTopic => Object.hasOwn(KIND_OF_TOPIC, topic);

export function toNotification(row: BellRow, now: Date): NotificationDto[] {
  const { topic, createdAt, isUnread, assistantId } = row;
  if (!isShown(topic)) return [];
  const words = notificationWords(topic, row, now);
  return [
    { id: idOf(row), kind: KIND_OF_TOPIC[topic], topic, ...words, assistantId, at: createdAt.toISOString(), isUnread },
  ];
}
