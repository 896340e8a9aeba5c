import { dayOfYearText, dayText, timeText } from '#contract/dates.ts';
import { useNow } from '#src/lib/use-now.ts';

/** `10:42 AM` today, `November 3, 10:42 AM` this year, `November 3, 2025, 10:42 AM` before, in the reader's time zone. */
export function formatMessageTime(at: Date, now: Date): string {
  const time = timeText(at);
  if (at.toDateString() === now.toDateString()) return time;
  const isThisYear = at.getFullYear() === now.getFullYear();
  return `${isThisYear ? dayOfYearText(at) : dayText(at)}, ${time}`;
}

/** When a message was written; screens show it on hover. */
export function MessageTime({ at }: { at: string }) {
  const now = useNow();
  return (
    <time className="at" dateTime={at}>
      {formatMessageTime(new Date(at), now)}
    </time>
  );
}
