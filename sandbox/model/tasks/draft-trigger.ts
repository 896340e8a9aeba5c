const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
export type Team = readonly { id: string; name: string }[];

/** `08:00` of "at 8", "at 8:30 pm" or "at noon"; empty if there is no time. */
export function timeIn(text: string): string {
  if (/\b(?:at|by|until) noon\b/i.test(text)) return '12:00';
  if (/\b(?:at|by|until) midnight\b/i.test(text)) return '00:00';
  const found = /\b(?:at|by|until) (\d{1,2})(?::(\d{2}))?\s*(am|pm)?\b/i.exec(text);
  if (!found) return '';
  const [, hours = '', minutes = '00', half] = found;
  const shift = half?.toLowerCase() === 'pm' && Number(hours) < 12 ? 12 : 0;
  return `${String(Number(hours) + shift).padStart(2, '0')}:${minutes}`;
}

/** The first teammate whose name a text has; empty if there is none. */
export const teammateIn = (text: string, team: Team): string =>
  team.find(({ name }) => new RegExp(String.raw`\b${name}\b`, 'i').test(text))?.id ?? '';

function scheduleIn(text: string): object | null {
  const time = timeIn(text);
  const weekdays = WEEKDAYS.flatMap((day, index) =>
    new RegExp(String.raw`\b${day}s?\b`, 'i').test(text) ? index : [],
  );
  if (/\b(?:every|each) (?:weekday|working day|workday)|\bon weekdays\b/i.test(text)) return { every: 'weekday', time };
  if (weekdays.length > 0) return { every: 'week', weekdays, time };
  if (/\b(?:every|each) hour\b|\bhourly\b/i.test(text)) return { every: 'hour' };
  if (/\b(?:every|each) (?:day|morning|evening|night)\b|\bdaily\b/i.test(text)) return { every: 'day', time };
  if (/\b(?:every|each) week\b|\bweekly\b/i.test(text)) return { every: 'week', time };
  const ofMonth = /\b(\d{1,2})(?:st|nd|rd|th) of (?:every|each|the) month\b/i.exec(text)?.[1];
  if (ofMonth) return { every: 'month', day: Number(ofMonth), time };
  if (/\blast day of (?:every|each|the) month\b/i.test(text)) return { every: 'month', day: 0, time };
  if (/\b(?:every|each) month\b|\bmonthly\b/i.test(text)) return { every: 'month', day: 1, time };
  return /\b(?:every|each) year\b|\byearly\b/i.test(text) ? { every: 'year', month: 1, day: 1, time } : null;
}

/** What starts the automation, from words for days and events; null if the text has none. */
export function triggerIn(text: string, team: Team): object | null {
  const schedule = scheduleIn(text);
  if (schedule) return { kind: 'schedule', ...schedule };
  const event = /\b(?:when(?:ever)?|every time|each time|as soon as)\b([^,.]*)/i.exec(text)?.[1] ?? '';
  const teammate = teammateIn(event, team);
  if (/\b(?:conversation|chat)\b/i.test(event)) return { kind: 'chat', on: 'conversation', teammate };
  if (/\b(?:answers?|answered|replies|question)\b/i.test(event)) return { kind: 'chat', on: 'answer', teammate };
  if (/\bfacts?\b|\blearns?\b/i.test(event)) return { kind: 'brain', on: 'fact' };
  if (/\b(?:document|file|page|source)s?\b/i.test(event)) return { kind: 'brain', on: 'source' };
  if (/\b(?:order|form|system|webhook|calls?)\b/i.test(event)) return { kind: 'webhook' };
  return /\bby hand\b|\bwhen I\b/i.test(text)
    ? { kind: 'manual', form: [{ name: 'topic', label: 'Topic', kind: 'text' }] }
    : null;
}
