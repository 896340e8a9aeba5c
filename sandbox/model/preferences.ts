import { z } from 'zod';
import { readJson } from './read-json.ts';

/** What the instructions say about how answers should be, as the sandbox follows it. */
type Preferences = { length: string; emojis: string; signOff: string; words: string[] };

const EMOJI = /\p{Extended_Pictographic}\uFE0F?/gu;
const LETTER = /\b(?:e-?mails?|letters?|newsletters?|mail|briefe?|correos?|cartas?)\b/i;

function readPreferences(instructions: string): Preferences {
  const lines = instructions.split('\n');
  const line = (beginning: string) => lines.find((one) => one.startsWith(beginning)) ?? '';
  const json = <T>(text: string, start: string, schema: z.ZodType<T>, otherwise: T): T =>
    readJson(text.slice(text.indexOf(start)), schema) ?? otherwise;
  return {
    length: /^- Length: (short|medium)/.exec(line('- Length: '))?.[1] ?? '',
    emojis: /^- Emojis: (never|now and then)/.exec(line('- Emojis: '))?.[1] ?? '',
    signOff: json(line('- Sign-off, '), '"', z.string(), ''),
    words: json(line('- Words to avoid'), '[', z.array(z.string()), []),
  };
}

/** "short" keeps the Markdown blocks up to the first subheading; "medium" drops tables and code. */
function shorten(blocks: string[], length: string): string[] {
  if (length === 'medium') return blocks.filter((block) => !block.startsWith('|') && !block.startsWith('```'));
  const end = blocks.findIndex((block) => block.startsWith('### '));
  return length === 'short' && end !== -1 ? blocks.slice(0, end) : blocks;
}

const isLetter = (character: string | undefined) => /[\p{L}\p{N}]/u.test(character ?? '');

/** Removes a word and the space after it, ignoring case. */
function withoutWord(text: string, word: string): string {
  const [lower, wanted] = [text.toLowerCase(), word.toLowerCase()];
  let [left, from] = ['', 0];
  for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, at + wanted.length)) {
    const end = at + wanted.length;
    if (isLetter(text[at - 1]) || isLetter(text[end])) continue;
    left += text.slice(from, at);
    from = text[end] === ' ' ? end + 1 : end;
  }
  return left + text.slice(from);
}

/** Applies the owner's preferences to an answer. */
export function followPreferences(answer: string, instructions: string, question: string): string {
  const { length, emojis, signOff, words } = readPreferences(instructions);
  const blocks = shorten(answer.split('\n\n'), length);
  const plain = words.filter((word) => word !== '').reduce(withoutWord, blocks.join('\n\n'));
  const text = emojis === 'never' ? plain.replaceAll(EMOJI, '') : emojis === '' ? plain : `${plain} 🙂`;
  return signOff !== '' && LETTER.test(question) ? `${text}\n\n${signOff}` : text;
}
