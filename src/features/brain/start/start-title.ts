import type { Source } from '#src/domain/brain/source.ts';
import type { Upload } from '#src/domain/brain/uploads.ts';
import { isReading } from '#src/domain/brain/source.ts';

/** What the first visit begins with: nothing yet, or how the first source is doing. */
export function startTitle(
  sources: readonly Pick<Source, 'state' | 'isLearning' | 'waitsUntil'>[],
  uploads: readonly Pick<Upload, 'state'>[],
): string {
  const hasFailed = ({ state }: Pick<Source | Upload, 'state'>) => state === 'failed';
  if (sources.length + uploads.length === 0) return 'Nothing in here yet. Pick the quickest way for you.';
  if (uploads.length === 0 && sources.every(({ waitsUntil }) => waitsUntil !== null))
    return 'Your team has read as much as it can today. It’ll pick up where it left off tomorrow.';
  if (sources.some(isReading) || !uploads.every(hasFailed))
    return 'Your team is reading. You’ll see the facts here in a moment.';
  if (sources.some(({ isLearning }) => isLearning)) return 'It’s read. Your team is looking for facts in it.';
  if (sources.every(hasFailed)) return 'That didn’t work. Try it again, or pick another way.';
  return 'Your team can look things up in it, but found no facts to list. Add some another way.';
}
