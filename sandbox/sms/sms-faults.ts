type Refusal = { status: 400 | 401 | 429 | 500; code: number; message: string };

/** Twilio's own "magic" numbers, and three similar ones for faults that aren't about the number. */
const REFUSED = {
  '+15005550001': { status: 400, code: 21211, message: "Invalid 'To' Phone Number" },
  '+15005550002': {
    status: 400,
    code: 21612,
    message: "Message cannot be sent with the current combination of 'To' and 'From'",
  },
  '+15005550003': {
    status: 400,
    code: 21408,
    message: 'Permission to send an SMS has not been enabled for the region',
  },
  '+15005550004': { status: 400, code: 21610, message: 'Attempt to send to unsubscribed recipient' },
  '+15005550009': { status: 400, code: 21614, message: "'To' number is not a valid mobile number" },
  '+15005550010': { status: 429, code: 20429, message: 'Too Many Requests' },
  '+15005550011': { status: 500, code: 20500, message: 'Internal Server Error' },
  '+15005550015': { status: 401, code: 20003, message: 'Authenticate' },
} as const satisfies Record<string, Refusal>;

/** Fails on the first attempt to send a message. */
const FAILS_ONCE = '+15005550012';
/** Accepts the message, and breaks the connection before answering. */
export const HANGS_UP = '+15005550013';
/** Never answers. */
export const SILENT = '+15005550014';

export const FAULT_NUMBERS = [...Object.keys(REFUSED), FAILS_ONCE, HANGS_UP, SILENT].toSorted();

export function refusalOf(to: string, isFirstTry: boolean): Refusal | null {
  if (to === FAILS_ONCE) return isFirstTry ? REFUSED['+15005550011'] : null;
  return Object.hasOwn(REFUSED, to) ? REFUSED[to as keyof typeof REFUSED] : null; // reason: just checked
}
