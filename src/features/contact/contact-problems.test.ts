import { expect, test } from 'vitest';
import { CONTACT_TEXTS } from '#contract/site/contact-topics.ts';
import { contactSchema } from '#contract/site/contact.ts';
import { contactProblems } from './contact-problems.ts';

const MAYA = { name: '', email: 'maya@fernandkiln.example', topic: 'sales', message: 'A price for two shops?' };

test.each([
  ['an empty address', { email: ' ' }, 'Email is required'],
  ['an invalid address', { email: 'maya@kiln' }, 'Please enter a valid email address'],
  ['a short message', { message: '  Hello.  ' }, CONTACT_TEXTS.messageShort],
  ['a long message', { message: 'a'.repeat(5_001) }, CONTACT_TEXTS.messageLong],
  ['a long name', { name: 'a'.repeat(101) }, CONTACT_TEXTS.nameLong],
])('the page and the server describe %s in the same words', (_, wrong, sentence) => {
  const values = { ...MAYA, ...wrong };
  expect(Object.values(contactProblems(values))).toEqual([sentence]);
  expect(contactSchema.safeParse(values).error?.issues[0]?.message).toBe(sentence);
});

test('a valid message has no problems', () => {
  expect(contactProblems(MAYA)).toEqual({});
  expect(contactSchema.safeParse(MAYA).success).toBe(true);
  expect(contactSchema.safeParse({ ...MAYA, topic: 'gossip' }).error?.issues[0]?.message).toBe(CONTACT_TEXTS.topic);
});
