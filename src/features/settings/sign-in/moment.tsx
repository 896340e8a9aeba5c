import { relativeTime } from '#src/lib/format.ts';
import { trpc } from '#src/api/trpc.ts';
import { useNow } from '#src/lib/use-now.ts';
import { exactMoment } from './moment-text.ts';

type MomentProps = {
  at: string;
  /** `exact` writes the moment out; `ago` says how long ago it is, and the exact moment when pointed at. */
  look?: 'ago' | 'exact';
};

/** A moment, within a sentence. */
export function Moment({ at, look = 'ago' }: MomentProps) {
  const now = useNow();
  const timeZone = trpc.profile.get.useQuery().data?.timeZone;
  const exact = exactMoment(at, timeZone);
  return (
    <time dateTime={at} title={look === 'ago' ? exact : undefined}>
      {look === 'exact' ? exact : relativeTime(at, now).replace('Just now', 'just now')}
    </time>
  );
}
