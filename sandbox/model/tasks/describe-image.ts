import type { Conversation } from '../chat-request.ts';

const PNG_MARK = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const TEXT_CHUNK = /^(?:tEXt|iTXt)$/;

/** The text that a PNG carries about itself (its tEXt chunks named Description), which stands for what is in the picture. */
function writtenIn(image: Buffer): string[] {
  const lines: string[] = [];
  if (!image.subarray(0, PNG_MARK.length).equals(PNG_MARK)) return lines;
  for (let at = PNG_MARK.length; at + 12 <= image.length; at += 12 + image.readUInt32BE(at)) {
    const data = image.subarray(at + 8, at + 8 + image.readUInt32BE(at)).toString('utf8');
    const [keyword, ...text] = data.split('\u0000');
    if (TEXT_CHUNK.test(image.toString('latin1', at + 4, at + 8)) && keyword === 'Description')
      lines.push(...text.join('').split('\n'));
  }
  return lines;
}

/** What the sandbox can say about a picture: it can't look at it, so it says that, and reads what is written in the file. */
export function composeImageDescription(conversation: Conversation): string {
  const [image] = conversation.turns.at(-1)?.images ?? [];
  const lines = image ? [...writtenIn(image), 'A picture that the sandbox’s model can’t look at.'] : [];
  return JSON.stringify({ lines });
}
