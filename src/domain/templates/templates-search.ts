import { searchText } from '#src/lib/text/search-text.ts';

/** What the URL of the list of templates says. Which names exist is left to the page: every page loads the list of routes. */
export type TemplatesSearch = { q?: string; category?: string; show?: string; folder?: string; sort?: string };

const NAME_MAX = 60;
const text = (value: unknown, max: number) => searchText(typeof value === 'string' ? value.trim() : value, max);

/** Reads the query of /dashboard/power-ups/templates and drops what can't be used. */
export const parseTemplatesSearch = ({
  q,
  category,
  show,
  folder,
  sort,
}: Record<string, unknown>): TemplatesSearch => ({
  q: text(q, 200),
  category: text(category, NAME_MAX),
  show: text(show, NAME_MAX),
  folder: text(folder, NAME_MAX),
  sort: text(sort, NAME_MAX),
});
