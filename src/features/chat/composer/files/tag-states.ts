import type { Source } from '#src/domain/brain/source.ts';
import type { FileTag } from './attached-files.ts';

const OVER_LIMIT = 'Today’s limit has been reached, so it’s read tomorrow. You can send your message without it.';
const GONE = 'This file was removed. Please add it again.';

/** The tags as the sources say by now. `readAt` is when those were read: they don't know what was added since. */
export function settleTags(
  tags: readonly FileTag[],
  sources: readonly Pick<Source, 'id' | 'state' | 'problem' | 'waitsUntil' | 'scope'>[],
  readAt: number,
): FileTag[] {
  return tags.map((tag) => {
    const source = sources.find(({ id }) => id === tag.id);
    if (tag.state === 'failed' || (!source && readAt <= tag.at)) return tag;
    if (!source) return { ...tag, state: 'failed', problem: GONE };
    if (source.state === 'failed') return { ...tag, state: 'failed', problem: source.problem };
    if (source.state === 'waiting' && source.waitsUntil !== null)
      return { ...tag, state: 'failed', problem: OVER_LIMIT };
    const isInBrain = source.scope === 'team';
    return { ...tag, isInBrain, state: source.state === 'ready' ? 'ready' : 'reading' };
  });
}
