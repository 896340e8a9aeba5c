import { ASSISTANTS, type AssistantId } from '#contract/chat/assistants.ts';
import { LIST_ITEMS_MAX, type Blank } from '#contract/templates/blanks.ts';
import { TEMPLATE_CATEGORIES, type TemplateCategory } from '#contract/templates/template-categories.ts';
import { readNumber } from '../fill/drafts.ts';

export type BlankKind = Blank['kind'];

/** A blank as it is edited: its example is typed as text, a list's one item per line, a choice's choices likewise. */
export type EditBlank = {
  name: string;
  label: string;
  hint: string;
  kind: BlankKind;
  isRequired: boolean;
  example: string;
  /** What isn't edited here, such as where its value may come from, if it was there and still fits. */
  was?: Blank;
};

/** A template as it is edited. */
export type EditDraft = {
  title: string;
  description: string;
  category: TemplateCategory;
  assistantId: AssistantId | '';
  folder: string;
  /** Separated by commas. */
  tags: string;
  /** Null: it has none. */
  subject: string | null;
  body: string;
  blanks: EditBlank[];
  /** The blanks that were suggested and wait for a decision. */
  undecided: string[];
};

export const EMPTY_DRAFT: EditDraft = {
  title: '',
  description: '',
  category: 'email',
  assistantId: '',
  folder: '',
  tags: '',
  subject: null,
  body: '',
  blanks: [],
  undecided: [],
};

const CHOICE = /^([^:]{1,40}):\s*(\S.*)$/;
/** Whether a line of a choice's example has a name and words. */
export const isChoice = (line: string): boolean => CHOICE.test(line);

function exampleText(blank: Blank): string {
  if (blank.kind === 'choice') return blank.choices.map(({ label, text }) => `${label}: ${text}`).join('\n');
  return Array.isArray(blank.example) ? blank.example.join('\n') : String(blank.example);
}

export const toEditBlank = (blank: Blank): EditBlank => ({
  name: blank.name,
  label: blank.label,
  hint: blank.hint,
  kind: blank.kind,
  isRequired: blank.isRequired,
  example: exampleText(blank),
  was: blank,
});

export const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** The words of a blank's example in a text: what stands there if it is no blank after all. */
export function exampleWords({ kind, example }: EditBlank): string {
  if (kind === 'list')
    return linesOf(example)
      .map((item) => `- ${item}`)
      .join('\n');
  return kind === 'choice' ? (CHOICE.exec(linesOf(example)[0] ?? '')?.[2] ?? '') : example;
}

/** A name that the text can have for a label, unlike those that are taken. */
export function nameFor(label: string, taken: readonly string[]): string {
  const words = label
    .normalize('NFKD')
    .replaceAll(/[^a-zA-Z0-9\s]/g, '')
    .split(/\s+/)
    .filter((word) => word !== '');
  const joined = words.map((word, index) =>
    index === 0 ? word.toLowerCase() : word[0]?.toUpperCase() + word.slice(1),
  );
  const name = joined.join('').replace(/^\d+/, '').slice(0, 36) || 'blank';
  const base = name.replace(/^[A-Z]/, (letter) => letter.toLowerCase());
  if (!taken.includes(base)) return base;
  for (let number = 2; ; number += 1) if (!taken.includes(`${base}${number}`)) return `${base}${number}`;
}

const NEW_LIST = { minItems: undefined, maxItems: LIST_ITEMS_MAX, maxLength: 300 };

/** What the server takes for a blank. What doesn't fit is left for it to refuse, with a sentence. */
function toBlank({ name, label, hint, kind, isRequired, example, was }: EditBlank): unknown {
  const common = { name, label, hint, isRequired, kind, ...(was?.from ? { from: was.from } : {}) };
  const kept = was?.kind === kind ? was : undefined;
  // All the rest stays, also what the lines of an example can't express.
  if (kept && example === exampleText(kept)) return { ...kept, ...common };
  const lines = linesOf(example);
  if (kind === 'number') {
    const bounds = kept?.kind === 'number' ? kept : { min: -1_000_000_000, max: 1_000_000_000 };
    return { ...bounds, ...common, example: readNumber(example) };
  }
  if (kind === 'date') return { ...kept, ...common, example };
  if (kind === 'list') {
    const { minItems, maxItems, maxLength } = kept?.kind === 'list' ? kept : NEW_LIST;
    return { ...common, example: lines, maxItems, maxLength, ...(minItems === undefined ? {} : { minItems }) };
  }
  if (kind === 'choice') {
    const before = kept?.kind === 'choice' ? kept.choices : [];
    const ids: string[] = [];
    const choices = lines.map((line) => {
      const [, typed = line, text = ''] = CHOICE.exec(line) ?? [];
      const choiceLabel = typed.trim();
      const same = before.find((one) => one.label === choiceLabel && !ids.includes(one.id));
      const id = same?.id ?? nameFor(choiceLabel, [...ids, ...before.map((one) => one.id)]);
      ids.push(id);
      return { id, label: choiceLabel, text };
    });
    const chosen = kept?.kind === 'choice' && ids.includes(kept.example) ? kept.example : ids[0];
    return { ...common, choices, example: chosen };
  }
  const text = kept?.kind === 'text' ? kept : { maxLength: 500 };
  const isMultiline = example.includes('\n') || (kept?.kind === 'text' && kept.isMultiline === true);
  const ending = kept?.kind === 'text' && kept.ending ? { ending: kept.ending } : {};
  const maxLength = Math.max(text.maxLength, example.length);
  return { ...common, example, maxLength, ...(isMultiline ? { isMultiline } : {}), ...ending };
}

/** The template as the server takes it, unchecked. */
export const toTemplate = (draft: EditDraft) => ({
  title: draft.title,
  description: draft.description,
  category: draft.category,
  tags: draft.tags
    .split(',')
    .map((tag) => tag.trim().replace(/^#/, ''))
    .filter((tag) => tag !== ''),
  text: { subject: draft.subject, body: draft.body },
  blanks: draft.blanks.map(toBlank),
});

function parseDraft(kept: unknown): EditDraft | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const draft = { ...EMPTY_DRAFT, ...kept };
  const isWhole =
    [draft.title, draft.description, draft.folder, draft.tags, draft.body].every((one) => typeof one === 'string') &&
    (draft.subject === null || typeof draft.subject === 'string') &&
    TEMPLATE_CATEGORIES.includes(draft.category) &&
    (draft.assistantId === '' || ASSISTANTS.some(({ id }) => id === draft.assistantId)) &&
    Array.isArray(draft.undecided) &&
    Array.isArray(draft.blanks) &&
    draft.blanks.every(({ name, example }) => typeof name === 'string' && typeof example === 'string');
  return isWhole ? draft : null;
}

/** Changes that this browser has kept. */
type KeptEdit = {
  draft: EditDraft;
  /** The version of the template that they were made to; null for a new one. */
  version: number | null;
  /** What a new template began with, if that was more than nothing. */
  start: EditDraft | null;
};

/** What this browser has kept; null if it can't be used. */
export function parseEdit(kept: unknown): KeptEdit | null {
  if (typeof kept !== 'object' || kept === null) return null;
  const { draft, version, start } = { draft: null, version: null, start: null, ...kept };
  const parsed = parseDraft(draft);
  return parsed && { draft: parsed, version: typeof version === 'number' ? version : null, start: parseDraft(start) };
}
