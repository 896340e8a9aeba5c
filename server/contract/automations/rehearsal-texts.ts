import { REHEARSALS_PER_DAY, TRIES_PER_DAY } from './automation-limits.ts';

/** Why a rehearsal, a try or a draft isn't possible. */
export const REHEARSALS_USED_UP = `You’ve used your ${REHEARSALS_PER_DAY} rehearsals. You’ll get ${REHEARSALS_PER_DAY} more within 24 hours.`;
export const TRIES_USED_UP = `You’ve used your ${TRIES_PER_DAY} tries. You’ll get ${TRIES_PER_DAY} more within 24 hours.`;
export const CANNOT_BE_TRIED =
  'Only questions to a teammate, searches, and templates can be tried. Rehearse the automation to see the rest.';
export const TRY_FAILED = 'This step didn’t work this time. Please try again in a minute.';
export const NO_STEPS_FOUND =
  'Nothing in this sounds like a step. Say when it should start and what your team should do, such as “Every Monday at 9:00, let Soshie draft a post and email it to me.”';
/** A value is needed that no run and no event has had yet. */
export const valueNotKnown = (label: string): string =>
  `This step uses “${label}”, and no run has had that yet. Rehearse the automation to see where it comes from.`;
