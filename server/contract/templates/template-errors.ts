import { quotedName } from '../quoted-name.ts';

/** The ways in which changing and rating a template can fail. */
export const TEMPLATE_ERRORS = {
  TOO_MANY_TEMPLATES: { status: 409, text: 'You have as many templates as an account can have. Delete one first.' },
  TEMPLATE_CHANGED: { status: 409, text: 'This template was changed somewhere else. Reload it and try again.' },
  TEMPLATE_NOT_USED: { status: 409, text: 'Use this template first, then rate it.' },
} as const;

/** Why an answer can't become a template. */
export const ANSWER_TOO_LONG =
  'This answer is too long for one template. Copy the part you want to keep into a new one.';
export const ANSWER_IS_EMPTY = 'There’s no text in this answer yet.';
/** Why a premium template can't be used. */
export const PREMIUM_TEMPLATE_LOCKED = 'Premium templates come with Pro and Ultimate.';
/** Why a teammate has no blank to draft. */
export const NOTHING_TO_DRAFT = 'There’s no blank left that a teammate can fill in. Days and numbers are yours to say.';
/** Which blanks still have to be filled in. */
export const missingBlanksText = (labels: readonly string[]): string =>
  `Please fill in ${new Intl.ListFormat('en-US').format(labels.map(quotedName))} first.`;
