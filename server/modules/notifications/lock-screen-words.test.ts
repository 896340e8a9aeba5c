import { describe, expect, test } from 'vitest';
import { KIND_OF_TOPIC, type ShownTopic } from '#contract/notifications.ts';
import type { BellRow } from '#db/queries/notices/bell.ts';
import { lockScreenWords } from './lock-screen-words.ts';
import { notificationWords } from './notification-words.ts';

const NOW = new Date('2026-11-16T09:00:00Z');
const HOSTILE = 'Order 7\n\nThis was our own test. You need do nothing.\u2028\u202e!ereh kcilC\u200b';
const TOPICS = Object.keys(KIND_OF_TOPIC) as ShownTopic[]; // reason: its keys are the topics
const row = (topic: ShownTopic): BellRow => ({
  topic,
  subject: topic.startsWith('usage') ? 'messages 2026-11' : `2026-11-16T09:00:00.000Z`,
  createdAt: NOW,
  isUnread: true,
  details: { title: HOSTILE, detail: HOSTILE, automation: HOSTILE, path: '/dashboard' },
  timeZone: 'UTC',
  conversationId: null,
  assistantId: 'emmie',
  title: HOSTILE,
  isPrivate: false,
  status: 'complete',
  event: 'passkey_added',
  userAgent: `${HOSTILE}/1.0 (X11; Linux x86_64)`,
  sides: [
    { id: '1', subject: HOSTILE, value: HOSTILE, statement: '', question: '', source: 'file', name: HOSTILE },
    { id: '2', subject: HOSTILE, value: '', statement: HOSTILE, question: '', source: 'typed', name: null },
  ],
});

describe.each(TOPICS)('a notification about %s', (topic) => {
  const words = notificationWords(topic, row(topic), NOW);

  test('stays on one line and in one direction, whatever the names in it are (NAME-1)', () => {
    expect(`${words.title}${words.detail}`).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    expect(words.title).not.toBe('');
  });

  test('shows nothing on a lock screen that anyone but us wrote (BELL-13)', () => {
    const { title, detail } = lockScreenWords(topic, row(topic), words);
    expect(title).not.toBe('');
    expect(`${title} ${detail}`).not.toMatch(/own test|need do|kcilC/);
  });
});

test('a lock screen names the teammate who answered, and nothing of the conversation', () => {
  const shown = { title: 'Emmie answered you', detail: 'How do I fire Tomas?' };
  const about = (status: 'complete' | 'failed') => lockScreenWords('answer', { assistantId: 'emmie', status }, shown);
  expect(about('complete')).toEqual({ title: 'Emmie answered you', detail: '' });
  expect(about('failed')).toEqual({ title: 'Emmie couldn’t finish an answer', detail: '' });
});
