/** `Nov 21, 2026, 7:15 PM GMT+1`, in a person's own time zone, or this browser's where that one is not known here. */
export function exactMoment(iso: string, timeZone: string | undefined): string {
  const date = new Date(iso);
  const options = {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  } as const; // reason: Intl wants the words, not strings
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone }).format(date);
  } catch {
    return new Intl.DateTimeFormat('en-US', options).format(date);
  }
}
