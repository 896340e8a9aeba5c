import { z } from 'zod';
import { readJson } from './read-json.ts';

/**
 * What the sandbox understands of an assistant's instructions: like a model, it goes by the form of their lines, and
 * knows nothing of the code that writes them.
 */

/** `- [f7] The large bowl costs $42. (said; November 20)` */
const FACT_LINE = /^- (\[\w+\]) (.*) \(([^()]*)\)$/;
/** `- [p3] {"from": "prices.pdf", "text": "Large bowl: $42"}` */
const QUOTED_LINE = /^- (\[\w+\]) (\{.*\})$/;
/** `- [value 1] {"from": "the team's facts", "text": "Large bowl"}` */
const VALUE_LINE = /^- (\[value \d+\]) (\{.*\})$/;
const quotedSchema = z.object({ from: z.string(), text: z.string() });
const partsSchema = z.array(z.object({ name: z.string(), label: z.string(), kind: z.string() }));

const linesOf = (text: string) => text.split('\n');

/** The name and role in `You are Emmie (Email Marketing Expert).`, with which instructions begin. */
export function readIntroduction(instructions: string): { name: string; role: string } | null {
  const found = /^\s*You are ([^(\n]{1,60}) \(([^)\n]{1,80})\)\./.exec(instructions);
  return found?.[1] && found[2] ? { name: found[1], role: found[2] } : null;
}

const PROFILE_LABELS = {
  fullName: 'Owner',
  businessName: 'Business',
  website: 'Website',
  businessType: 'Type',
  businessGoals: 'Goals',
  businessSize: 'Size',
  revenueRange: 'Revenue',
} as const;

/** The profile, from lines such as `- Business: Harbor Kiln`. */
export function readProfile(instructions: string): Partial<Record<keyof typeof PROFILE_LABELS, string>> {
  const lines = linesOf(instructions);
  return Object.fromEntries(
    Object.entries(PROFILE_LABELS).flatMap(([field, label]) => {
      const line = lines.findLast((one) => one.startsWith(`- ${label}: `));
      return line === undefined ? [] : [[field, line.slice(label.length + 4).trim()]];
    }),
  );
}

export type ReadFact = { citation: string; statement: string; isDisputed: boolean };

export const readKnownFacts = (instructions: string): ReadFact[] =>
  linesOf(instructions).flatMap((line) => {
    const [, citation, statement, notes = ''] = FACT_LINE.exec(line) ?? [];
    return citation && statement ? [{ citation, statement, isDisputed: notes.includes('disagrees with') }] : [];
  });

export type QuotedText = { citation: string; from: string; text: string };

/** Suggestions, passages and excerpts. */
export const readQuoted = (instructions: string): QuotedText[] =>
  linesOf(instructions).flatMap((line) => {
    const [, citation, quoted] = QUOTED_LINE.exec(line) ?? [];
    const found = readJson(quoted, quotedSchema);
    return citation && found ? [{ citation, ...found }] : [];
  });

/** The JSON string at the end of the line that begins with these words; null if there is none. */
function readString(instructions: string, beginning: string): string | null {
  const line = linesOf(instructions).find((one) => one.startsWith(beginning) && one.endsWith('"'));
  return readJson(line?.slice(line.indexOf('"')), z.string());
}
/** The summary of what was said before the messages. */
export const readEarlier = (instructions: string) => readString(instructions, 'Earlier in this conversation');
/** What has just been done at the owner's request. */
export const readJustDone = (instructions: string) => readString(instructions, 'Just done');

/** The facts that visitors are answered from: the lines of the last list. */
export const readProductFacts = (instructions: string): string[] =>
  linesOf(instructions.split('\n\n').at(-1) ?? '').flatMap((line) =>
    line.startsWith('- ') ? [line.slice(2).trim()] : [],
  );

/** A part that a request names. */
export type AskedPart = z.infer<typeof partsSchema>[number];

/** The parts that the last line names as JSON. */
export const readParts = (instructions: string): AskedPart[] =>
  readJson(linesOf(instructions).at(-1), partsSchema) ?? [];

/** A question with its quoted values where their marks are: the sandbox knows no data from instructions. */
export function withQuotedValues(content: string): string {
  const start = content.lastIndexOf('\n\n');
  const found = linesOf(content.slice(start + 2)).flatMap((line) => {
    const [, mark, quoted] = VALUE_LINE.exec(line) ?? [];
    const value = readJson(quoted, quotedSchema);
    return mark && value ? [[mark, value.text] as const] : []; // reason: a pair, not a list
  });
  if (start === -1 || found.length === 0) return content;
  const texts = new Map(found);
  return content.slice(0, start).replaceAll(/\[value \d+\]/g, (mark) => texts.get(mark) ?? mark);
}
