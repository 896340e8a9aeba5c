import PostalMime from 'postal-mime';
import type { Message } from '../inbox/message.ts';
import { codeIn, linksIn } from '../inbox/text-links.ts';

const TEXT_MAX = 20_000;
const HTML_MAX = 100_000;

/** A raw message as one mail per envelope recipient, so that blind copies are seen too. Attachments are dropped. */
export async function parseMail(
  raw: Uint8Array,
  envelope: { from: string; to: string[] },
  at: Date,
): Promise<Message[]> {
  const parsed = await PostalMime.parse(raw);
  const text = (parsed.text ?? '').trim().slice(0, TEXT_MAX);
  return envelope.to.map((to) => ({
    kind: 'mail',
    to,
    from: parsed.from?.address ?? envelope.from,
    subject: (parsed.subject ?? '').slice(0, 500),
    text,
    html: (parsed.html ?? '').slice(0, HTML_MAX),
    links: linksIn(text),
    code: codeIn(text),
    at: at.toISOString(),
  }));
}
