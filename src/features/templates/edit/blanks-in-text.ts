import type { EditBlank, EditDraft } from './edit-draft.ts';
import { exampleWords, nameFor, type BlankKind } from './edit-draft.ts';

const tokenOf = (name: string): string => `{{${name}}}`;

const replaceToken = ({ subject, body }: Pick<EditDraft, 'subject' | 'body'>, name: string, words: string) => ({
  subject: subject?.replaceAll(tokenOf(name), () => words.replaceAll('\n', ' ')) ?? null,
  body: body.replaceAll(tokenOf(name), () => words),
});

/** Whether the text has a place for it. */
export const isInText = ({ subject, body }: Pick<EditDraft, 'subject' | 'body'>, { name }: Pick<EditBlank, 'name'>) =>
  `${subject ?? ''}\n${body}`.includes(tokenOf(name));

const LABELS: Record<BlankKind, string> = {
  text: 'Text',
  number: 'Number',
  date: 'Date',
  list: 'List',
  choice: 'Choice',
};

type Selection = { start: number; end: number };

/** Puts a token into a text, in place of what is selected. A list gets a line of its own. */
function withToken(text: string, { start, end }: Selection, token: string, isList: boolean) {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const lead = isList && before !== '' && !before.endsWith('\n') ? '\n' : '';
  const tail = isList && after !== '' && !after.startsWith('\n') ? '\n' : '';
  return { text: before + lead + token + tail + after, caret: start + lead.length + token.length };
}

/** Adds a blank where the cursor is. Selected words become its example. */
export function addBlank(draft: EditDraft, at: Selection, kind: BlankKind) {
  const names = draft.blanks.map(({ name }) => name);
  const name = nameFor(LABELS[kind], names);
  const selected = draft.body.slice(at.start, at.end).trim();
  const { text, caret } = withToken(draft.body, at, tokenOf(name), kind === 'list');
  const example = kind === 'list' ? selected.replaceAll(/^- /gm, '') : selected;
  const blank: EditBlank = { name, label: '', hint: '', kind, isRequired: true, example };
  return { draft: { ...draft, body: text, blanks: [...draft.blanks, blank] }, name, caret };
}

/** Puts a blank that exists into the text once more. */
export function placeBlank(draft: EditDraft, at: Selection, { name, kind }: EditBlank) {
  const { text, caret } = withToken(draft.body, at, tokenOf(name), kind === 'list');
  return { draft: { ...draft, body: text }, name, caret };
}

/** Names a blank after its label, in the text too, so that the text can be read. */
export function nameAfterLabel(draft: EditDraft, blank: EditBlank): EditDraft {
  const others = draft.blanks.filter(({ name }) => name !== blank.name).map(({ name }) => name);
  const name = nameFor(blank.label, others);
  if (name === blank.name || blank.label.trim() === '') return draft;
  return {
    ...draft,
    ...replaceToken(draft, blank.name, tokenOf(name)),
    blanks: draft.blanks.map((one) => (one.name === blank.name ? { ...one, name } : one)),
    undecided: draft.undecided.map((one) => (one === blank.name ? name : one)),
  };
}

/** Removes a blank: the words of its example take its place. */
export function removeBlank(draft: EditDraft, blank: EditBlank): EditDraft {
  return {
    ...draft,
    ...replaceToken(draft, blank.name, exampleWords(blank)),
    blanks: draft.blanks.filter(({ name }) => name !== blank.name),
    undecided: draft.undecided.filter((name) => name !== blank.name),
  };
}
