import { Link } from '@tanstack/react-router';
import { dayOfYearText, dayText, timeText } from '#contract/dates.ts';
import { useNow } from '#src/lib/use-now.ts';

/** `10:42 AM` today, `November 3, 10:42 AM` this year, `November 3, 2025, 10:42 AM` before, in the reader's time zone. */
export function formatMessageTime(at: Date, now: Date): string {
  const time = timeText(at);
  if (at.toDateString() === now.toDateString()) return time;
  const isThisYear = at.getFullYear() === now.getFullYear();
  return `${isThisYear ? dayOfYearText(at) : dayText(at)}, ${time}`;
}

/** When a message was written, as a link to it; screens show it on hover. */
export function MessageTime({ messageId, at }: { messageId: string; at: string }) {
  const now = useNow();
  return (
    <Link className="at" from="/dashboard/$slug" search={({ c }) => ({ c, m: messageId })} preload={false}>
      <span className="sr">Link to this message, </span>
      <time dateTime={at}>{formatMessageTime(new Date(at), now)}</time>
    </Link>
  );
}
