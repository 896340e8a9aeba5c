/** What the contact form asks about, says and allows. It stands alone, so that the page needs no schema library. */
export const CONTACT_TOPICS = [
  { id: 'question', label: 'A question' },
  { id: 'support', label: 'Help with my account' },
  { id: 'sales', label: 'Plans and prices' },
  { id: 'setup', label: 'Done-for-you set-up in 72 hours' },
  { id: 'security', label: 'A security problem' },
  { id: 'press', label: 'Press' },
] as const;
export type ContactTopic = (typeof CONTACT_TOPICS)[number]['id'];

export const isContactTopic = (value: unknown): value is ContactTopic => CONTACT_TOPICS.some(({ id }) => id === value);

/** When an answer comes. The page and the receipt say it. */
export const CONTACT_ANSWER = 'A person answers by mail within one working day.';

export const CONTACT_NAME_MAX = 100;
export const CONTACT_MESSAGE_MIN = 10;
export const CONTACT_MESSAGE_MAX = 5_000;
/** A message is forgotten this long after it came. */
export const CONTACT_KEPT_DAYS = 365;

export const CONTACT_TEXTS = {
  nameLong: `Please use at most ${CONTACT_NAME_MAX} characters.`,
  topic: 'Please choose what it is about.',
  messageShort: `Please write at least ${CONTACT_MESSAGE_MIN} characters, so that we know what you need.`,
  messageLong: `Please use at most ${CONTACT_MESSAGE_MAX.toLocaleString('en-US')} characters.`,
} as const;

/** A field that people do not see and programs fill in. What comes with it is taken and thrown away. */
export const CONTACT_TRAP = 'leave_empty';
