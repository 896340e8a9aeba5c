/** The ways in which setting up an automation can fail. */
export const AUTOMATION_ERRORS = {
  TOO_MANY_AUTOMATIONS: { status: 409, text: 'You have as many automations as an account can have. Delete one first.' },
  AUTOMATION_CHANGED: { status: 409, text: 'This automation was changed somewhere else. Reload it and try again.' },
  AUTOMATION_NOT_READY: { status: 422, text: 'This automation isn’t ready to run yet.' },
} as const;

/** Why an automation can't be turned on: the first of its problems. */
export const notReadyText = (problem: string): string => `${AUTOMATION_ERRORS.AUTOMATION_NOT_READY.text} ${problem}`;
