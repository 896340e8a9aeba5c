import type { ChatMessage } from '../chat-types.ts';

const LINE_PX = 25;
/** What a message takes beside its lines: the bubble's padding and the row of buttons. */
const AROUND_PX = { user: 44, assistant: 68 };
/** The line with the names of files. */
const FILES_PX = 28;
/** Characters on a line, on wide and on narrow screens. */
const [WIDE, NARROW] = [78, 34];
const NARROW_PX = 768;

/** About how high a message will be, before it is rendered. The closer, the less the scroll bar moves when it's corrected. */
export function estimateHeight(message: Pick<ChatMessage, 'role' | 'content' | 'files'> | undefined): number {
  if (!message) return 0;
  const width = window.innerWidth > NARROW_PX ? WIDE : NARROW;
  const files = message.files.length > 0 ? FILES_PX : 0;
  return AROUND_PX[message.role] + files + Math.max(1, Math.ceil(message.content.length / width)) * LINE_PX;
}
