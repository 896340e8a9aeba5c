/** The most steps that an automation has, those inside conditions and loops included. */
export const STEPS_MAX = 30;
/** The most items that one loop goes through. */
export const LOOP_ITEMS_MAX = 50;
/** The most steps that one run has, each item of a loop counted. */
export const RUN_STEPS_MAX = 500;
/** The longest text of a step, with its values as `{{step.field}}`. */
export const STEP_TEXT_MAX = 4_000;
/** The longest value that a step returns, in UTF-16 units; a longer one is cut and says so. */
export const VALUE_MAX = 20_000;
/** The longest text that an owner approves: a value, and the note that it was cut. */
export const APPROVED_TEXT_MAX = VALUE_MAX + 100;
/** The maximum length of the reason for refusing a text. */
export const APPROVAL_REASON_MAX = 200;
/** The most items of a list that a step returns. */
export const LIST_VALUE_MAX = 200;
/** The most named parts that a teammate is asked for, and fields of a form. */
export const PARTS_MAX = 8;
export const AUTOMATION_NAME_MAX = 80;
export const AUTOMATION_DESCRIPTION_MAX = 200;
/** How many automations a person can have, whether on or off. Removed ones don't count. */
export const AUTOMATIONS_MAX = 200;
/** The largest definition, in bytes of JSON. */
export const DEFINITION_BYTES_MAX = 100_000;

/** A schedule runs at most this often, in minutes. */
export const SCHEDULE_MIN_MINUTES = 15;
/** A wait is at most this long, in minutes: 30 days. */
export const WAIT_MAX_MINUTES = 30 * 24 * 60;
/** How many runs one automation starts in 24 hours, and all of a person's together. What is over them is logged and not run. */
export const RUNS_PER_DAY = { automation: 500, person: 2_000 } as const;
/** How many of a person's runs are active at a time; the others wait their turn. */
export const RUNS_AT_A_TIME = 3;
/** How long a run may take, and how long it is kept after it has ended. */
export const RUN_DAYS = 90;
/** The least that every account's runs may keep in values, in bytes. On larger plans, it's the plan's storage. */
export const KEPT_VALUES_MIN_BYTES = 50 * 1024 * 1024;
/** After this many failed runs in a row, an automation is paused and its owner told. */
export const FAILURES_BEFORE_PAUSE = 5;
/** How many different addresses besides the owner's can receive emails. */
export const RECIPIENTS_MAX = 20;
/** How many of them an account can ask while it is younger than a day. */
export const RECIPIENTS_ON_FIRST_DAY = 5;

/** Rehearsals cost the owner nothing: how many a day, and how many answers each really writes. */
export const REHEARSALS_PER_DAY = 5;
export const REHEARSAL_ANSWERS = 10;
export const REHEARSAL_DAYS = 14;
/** How many times a day a person can try a single step, all their steps together. */
export const TRIES_PER_DAY = 20;

/**
 * The most fields of its calls that an automation knows, those of objects in lists included: a sender may make up new
 * names for each.
 */
export const CALL_FIELDS_MAX = 200;
/** The largest body of an incoming webhook, in bytes. */
export const HOOK_BYTES_MAX = 64 * 1_024;
/** How many calls of one incoming webhook are accepted a minute. */
export const HOOK_CALLS_PER_MINUTE = 60;
/** How far the time in a signature may be from ours, in milliseconds. */
export const HOOK_TOLERANCE_MS = 5 * 60_000;
