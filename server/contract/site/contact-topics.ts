/** The topics, texts and limits of the contact form. In a file of its own, so that the page doesn't load the schema library. */
export const CONTACT_TOPICS = [
  { id: 'question', label: 'A question' },
  { id: 'support', label: 'Help with my account' },
  { id: 'sales', label: 'Plans and prices' },
  { id: 'setup', label: 'Done-for-you setup in 72 hours' },
  { id: 'security', label: 'A security problem' },
  { id: 'press', label: 'Press' },
] as const;
export type ContactTopic = (typeof CONTACT_TOPICS)[number]['id'];

export const isContactTopic = (value: unknown): value is ContactTopic => CONTACT_TOPICS.some(({ id }) => id === value);

/** When to expect a reply. Both the page and the receipt say it. */
export const CONTACT_ANSWER = 'We reply within one business day.';

export const CONTACT_NAME_MAX = 100;
export const CONTACT_MESSAGE_MIN = 10;
export const CONTACT_MESSAGE_MAX = 5_000;
/** Messages are deleted this long after they arrive. */
export const CONTACT_RETENTION_DAYS = 365;

export const CONTACT_TEXTS = {
  nameLong: `Please use at most ${CONTACT_NAME_MAX} characters.`,
  topic: 'Please choose what it’s about.',
  messageShort: `Please write at least ${CONTACT_MESSAGE_MIN} characters, so we know what you need.`,
  messageLong: `Please use at most ${CONTACT_MESSAGE_MAX.toLocaleString('en-US')} characters.`,
} as const;

/** A honeypot: people don't see this field and bots fill it in. Messages that have it are accepted and discarded. */
export const CONTACT_TRAP = 'leave_empty';
