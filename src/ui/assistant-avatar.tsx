import type { AssistantId } from '#contract/chat/assistants.ts';
// A file rather than a data: address, which would weigh on every script and which the page's policy refuses.
import faces from './avatar-sheet.gen.svg?url&no-inline';
import { classNames } from './class-names.ts';

type AssistantAvatarProps = {
  id: AssistantId;
  /** In CSS pixels. A surrounding component (.side, .roster, ...) may set another one. */
  size?: 24 | 28 | 32 | 36 | 40 | 44 | 48 | 56 | 64 | 72 | 80 | 112 | 160;
  /** Grey, for teammates that the plan does not open. */
  locked?: boolean;
  className?: string;
};

/** A teammate's face, next to the name: decorative, so without a text of its own. */
export function AssistantAvatar({ id, size = 40, locked, className }: AssistantAvatarProps) {
  return (
    <img
      className={classNames('av', locked && 'locked', className)}
      data-size={size}
      src={`${faces}#${id}`}
      width={size}
      height={size}
      // Otherwise React asks for each face ahead of the page's own words.
      fetchPriority="low"
      alt=""
    />
  );
}
