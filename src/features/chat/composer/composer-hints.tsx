import { formatNumber } from '#src/lib/text/format.ts';
import { trpc } from '#src/api/trpc.ts';

/** The quiet lines under the box: keys, this month's messages, and that assistants can be wrong (CHAT-10). */
export function ComposerHints({ id, name }: { id: string; name: string }) {
  const { data: usage } = trpc.usage.overview.useQuery();
  return (
    <div className="hints" id={id}>
      <p className="hint keys">
        <span>Enter sends. Shift+Enter adds a line.</span>
        {usage && (
          <span>{` ${formatNumber(usage.messages.used)} of ${formatNumber(usage.messages.limit)} messages used this month.`}</span>
        )}
      </p>
      <p className="hint quiet">{`${name} can be wrong, so check what matters.`}</p>
    </div>
  );
}
