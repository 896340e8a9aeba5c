import type { AssistantId } from '#contract/chat/assistants.ts';
// A file rather than a data: URL, which would weigh on every script and which the page's policy refuses.
import faces from './avatar-sheet.gen.svg?url&no-inline';
import { classNames } from '../class-names.ts';

type AssistantAvatarProps = {
  id: AssistantId;
  /** In CSS pixels. A surrounding component (.side, .roster, ...) may set a different size. */
  size: 28 | 32 | 36 | 40 | 44 | 48 | 64 | 72 | 80 | 112 | 160;
  /** Gray, for teammates that the plan doesn't open. */
  locked?: boolean;
};

/** A teammate's face, next to the name: decorative, so it has no alt text. */
export function AssistantAvatar({ id, size, locked }: AssistantAvatarProps) {
  return (
    <img
      className={classNames('av', locked && 'locked')}
      data-size={size}
      src={`${faces}#${id}`}
      width={size}
      height={size}
      // Otherwise React preloads every face ahead of the page's own content.
      fetchPriority="low"
      alt=""
    />
  );
}
