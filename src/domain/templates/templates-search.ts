import { searchId, searchText } from '#src/lib/text/search-text.ts';

/** What the URL of the list of templates says. Which names exist is left to the page: every page loads the list of routes. */
export type TemplatesSearch = { q?: string; category?: string; show?: string; folder?: string; sort?: string };
/** What the URL of a template says: whether it is to be changed, or the answer in a chat that a new one begins with. */
export type TemplateSearch = { edit?: string; message?: string };

/** In the place of a template's id. */
export const NEW_TEMPLATE = 'new';

const text = (value: unknown) => searchText(typeof value === 'string' ? value.trim() : value, 200);

/** Reads the query of /dashboard/power-ups/templates and drops what can't be used. */
export const parseTemplatesSearch = (search: Record<string, unknown>): TemplatesSearch =>
  Object.fromEntries(['q', 'category', 'show', 'folder', 'sort'].map((name) => [name, text(search[name])]));

/** Reads the query of a template's page. */
export const parseTemplateSearch = ({ edit, message }: Record<string, unknown>): TemplateSearch => ({
  edit: text(edit),
  message: searchId(message),
});
