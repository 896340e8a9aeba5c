import PostalMime from 'postal-mime';
import type { Message } from '../inbox/message.ts';
import { codeIn, linksIn } from '../inbox/text-links.ts';

const TEXT_MAX = 20_000;
const HTML_MAX = 100_000;

/** Splits a raw message into one email per envelope recipient, so that blind copies show up too. Of attachments, only the name, type and size are kept. */
export async function parseMail(
  raw: Uint8Array,
  envelope: { from: string; to: string[] },
  at: Date,
): Promise<Message[]> {
  const parsed = await PostalMime.parse(raw);
  const text = (parsed.text ?? '').trim().slice(0, TEXT_MAX);
  const attachments = parsed.attachments.map(({ filename, mimeType, content }) => ({
    name: filename ?? '',
    type: mimeType,
    bytes: typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength,
  }));
  return envelope.to.map((to) => ({
    kind: 'mail',
    to,
    from: parsed.from?.address ?? envelope.from,
    ...(parsed.messageId ? { messageId: parsed.messageId } : {}),
    subject: (parsed.subject ?? '').slice(0, 500),
    text,
    html: (parsed.html ?? '').slice(0, HTML_MAX),
    links: linksIn(text),
    code: codeIn(text),
    ...(attachments.length > 0 ? { attachments } : {}),
    at: at.toISOString(),
  }));
}
