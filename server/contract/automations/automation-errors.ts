import { RECIPIENTS_ON_FIRST_DAY } from './automation-limits.ts';

/** The ways in which setting up an automation, and answering one, can fail. */
export const AUTOMATION_ERRORS = {
  TOO_MANY_AUTOMATIONS: { status: 409, text: 'You have as many automations as an account can have. Delete one first.' },
  AUTOMATION_CHANGED: { status: 409, text: 'This automation was changed somewhere else. Reload it and try again.' },
  APPROVAL_ANSWERED: { status: 409, text: 'You’ve already answered this.' },
  APPROVAL_LATE: { status: 409, text: 'It’s too late to answer this.' },
  APPROVAL_TAKEN: { status: 409, text: 'This has already gone ahead, so it can’t be undone.' },
  APPROVAL_LINK_INVALID: {
    status: 400,
    text: 'This link is incomplete or no longer works. Links in our emails stop working when you change your password or email address, or sign out your other devices. If we still need your answer, look for a newer email.',
  },
  RECIPIENT_LINK_INVALID: {
    status: 400,
    text: 'This link has expired, or isn’t complete. Ask the sender for a new one.',
  },
  TOO_MANY_RECIPIENTS: { status: 409, text: 'You have as many addresses as an account can have. Remove one first.' },
  TOO_MANY_NEW_RECIPIENTS: {
    status: 429,
    text: `A new account can invite ${RECIPIENTS_ON_FIRST_DAY} addresses on its first day.`,
  },
  OWN_ADDRESS: { status: 422, text: 'That’s your own address. Choose “me” instead.' },
  AUTOMATION_NOT_READY: { status: 422, text: 'This automation isn’t ready to run yet.' },
  AUTOMATION_OFF: { status: 409, text: 'This automation is paused. Turn it on first.' },
  AUTOMATIONS_PAUSED: { status: 409, text: 'All your automations are paused. Resume them first.' },
  TOO_MANY_RUNS: {
    status: 429,
    text: 'You’ve reached the limit on runs in 24 hours. You can start more once the oldest one is a day old.',
  },
  RUN_CHANGED: { status: 409, text: 'This run has moved on since you opened it. Please reload the page.' },
} as const;

/** Why an automation can't be turned on: the first of its problems. */
export const notReadyText = (problem: string): string => `${AUTOMATION_ERRORS.AUTOMATION_NOT_READY.text} ${problem}`;

/** Adds the time when the account is no longer new. */
export const newRecipientsText = (until: string): string =>
  `${AUTOMATION_ERRORS.TOO_MANY_NEW_RECIPIENTS.text} You can invite more after ${until}.`;
