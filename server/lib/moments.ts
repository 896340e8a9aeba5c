import { LRUCache } from 'lru-cache';

/** Times as people read them, in their own zone. */
const FORMS = {
  day: { day: 'numeric', month: 'long', year: 'numeric' },
  isoDay: { year: 'numeric', month: '2-digit', day: '2-digit' },
  moment: {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

// To make one takes a hundred times as long as to use it.
const made = new LRUCache<string, Intl.DateTimeFormat>({ max: 100 });

function format(form: keyof typeof FORMS, timeZone: string): Intl.DateTimeFormat {
  const key = `${form} ${timeZone}`;
  const known = made.get(key);
  if (known) return known;
  let formatter: Intl.DateTimeFormat;
  try {
    formatter = new Intl.DateTimeFormat('en-GB', { ...FORMS[form], timeZone });
  } catch {
    // A zone that another version of the runtime knew.
    formatter = new Intl.DateTimeFormat('en-GB', { ...FORMS[form], timeZone: 'UTC' });
  }
  made.set(key, formatter);
  return formatter;
}

function partsOf(formatter: Intl.DateTimeFormat, moment: Date) {
  const parts = formatter.formatToParts(moment);
  return (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
}

/** "30 November 2026" */
export function dayIn(moment: Date, timeZone: string): string {
  return format('day', timeZone).format(moment);
}

/** "2026-11-30", for file names and for programs. */
export function isoDayIn(moment: Date, timeZone: string): string {
  const part = partsOf(format('isoDay', timeZone), moment);
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/** "Monday 16 November 2026, 10:00 CET (Europe/Berlin)" */
export function momentIn(moment: Date, timeZone: string): string {
  const formatter = format('moment', timeZone);
  const part = partsOf(formatter, moment);
  const day = `${part('weekday')} ${part('day')} ${part('month')} ${part('year')}`;
  const time = `${part('hour')}:${part('minute')} ${part('timeZoneName')}`;
  return formatter.resolvedOptions().timeZone === 'UTC' ? `${day}, ${time}` : `${day}, ${time} (${timeZone})`;
}
