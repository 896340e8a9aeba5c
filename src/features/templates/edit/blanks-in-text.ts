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

type Selection = { start: number; end: number };
/** A draft after a change of its blanks, and where the cursor is in its text. */
export type Edited = { draft: EditDraft; caret: number };

/** Where the cursor is once other words are in place of a token. */
function moveCaret(body: string, caret: number, token: string, words: string): number {
  let moved = caret;
  for (let at = body.indexOf(token); at !== -1 && at < caret; at = body.indexOf(token, at + token.length))
    moved += at + token.length <= caret ? words.length - token.length : at + words.length - caret;
  return moved;
}

/** Puts a token into a text, in place of what is selected. A list gets a line of its own. */
function withToken(text: string, { start, end }: Selection, token: string, isList: boolean) {
  const before = text.slice(0, start);
  const after = text.slice(end);
  const lead = isList && before !== '' && !before.endsWith('\n') ? '\n' : '';
  const tail = isList && after !== '' && !after.startsWith('\n') ? '\n' : '';
  return { text: before + lead + token + tail + after, caret: start + lead.length + token.length };
}

/** Adds a blank where the cursor is. Selected words become its example. */
export function addBlank(draft: EditDraft, at: Selection, kind: BlankKind): Edited & { name: string } {
  const names = draft.blanks.map(({ name }) => name);
  const name = nameFor(kind, names);
  const selected = draft.body.slice(at.start, at.end).trim();
  const { text, caret } = withToken(draft.body, at, tokenOf(name), kind === 'list');
  const example = kind === 'list' ? selected.replaceAll(/^- /gm, '') : selected;
  const blank: EditBlank = { name, label: '', hint: '', kind, isRequired: true, example };
  return { draft: { ...draft, body: text, blanks: [...draft.blanks, blank] }, name, caret };
}

/** Puts a blank that exists into the text once more. */
export function placeBlank(draft: EditDraft, at: Selection, { name, kind }: EditBlank): Edited {
  const { text, caret } = withToken(draft.body, at, tokenOf(name), kind === 'list');
  return { draft: { ...draft, body: text }, caret };
}

/** What a blank says about another keeps to that one when it gets a new name: days in order, sentences to remember. */
function withReference(blank: EditBlank, before: string, name: string): EditBlank {
  if (!blank.was) return blank;
  const renamed = (one: string | undefined) => (one === before ? name : one);
  const { from } = blank.was;
  const was =
    blank.was.kind === 'date'
      ? { ...blank.was, notBefore: renamed(blank.was.notBefore), notAfter: renamed(blank.was.notAfter) }
      : blank.was;
  if (!from || !('factKinds' in from) || from.sentence === undefined) return { ...blank, was };
  const sentence = from.sentence.replaceAll(tokenOf(before), () => tokenOf(name));
  return { ...blank, was: { ...was, from: { ...from, sentence } } };
}

/** Names a blank after its label, in the text too, so that the text can be read. */
export function nameAfterLabel(draft: EditDraft, caret: number, blank: EditBlank): Edited {
  const others = draft.blanks.filter(({ name }) => name !== blank.name).map(({ name }) => name);
  const name = nameFor(blank.label, others);
  if (name === blank.name || blank.label.trim() === '') return { draft, caret };
  const named = {
    ...draft,
    ...replaceToken(draft, blank.name, tokenOf(name)),
    blanks: draft.blanks.map((one) =>
      one.name === blank.name ? { ...one, name } : withReference(one, blank.name, name),
    ),
    undecided: draft.undecided.map((one) => (one === blank.name ? name : one)),
  };
  return { draft: named, caret: moveCaret(draft.body, caret, tokenOf(blank.name), tokenOf(name)) };
}

/** Removes a blank: the words of its example take its place. */
export function removeBlank(draft: EditDraft, caret: number, blank: EditBlank): Edited {
  const words = exampleWords(blank);
  const without = {
    ...draft,
    ...replaceToken(draft, blank.name, words),
    blanks: draft.blanks.filter(({ name }) => name !== blank.name),
    undecided: draft.undecided.filter((name) => name !== blank.name),
  };
  return { draft: without, caret: moveCaret(draft.body, caret, tokenOf(blank.name), words) };
}

/** The suggested blank to decide on next, after one in this place. */
export const nextUndecided = ({ blanks, undecided }: EditDraft, at: number): string | undefined =>
  [...blanks.slice(at), ...blanks.slice(0, at)].find(({ name }) => undecided.includes(name))?.name;
