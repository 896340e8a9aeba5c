import { TEMPLATE_CATEGORIES, type TemplateCategory } from '#contract/templates/template-categories.ts';
import type { TemplatesSearch } from '#src/domain/templates/templates-search.ts';
import type { TemplateSummary } from '#src/domain/templates/template.ts';

/** Which of a person's templates to show: those marked as favorites, or those they wrote. */
const SHOWN = ['favorites', 'yours'] as const;
export const SORTS = ['used', 'rating', 'title'] as const;
type Sort = (typeof SORTS)[number];

export type TemplateFilter = {
  q?: string;
  category?: TemplateCategory;
  show?: (typeof SHOWN)[number];
  /** One of the person's own folders. */
  folder?: string;
  sort?: Sort;
};

/** The filter in the URL, without names that don't exist. */
export const filterOf = ({ q, category, show, folder, sort }: TemplatesSearch): TemplateFilter => ({
  q,
  category: TEMPLATE_CATEGORIES.find((known) => known === category),
  show: SHOWN.find((known) => known === show),
  folder: show === 'yours' ? folder : undefined,
  sort: SORTS.find((known) => known === sort),
});

const contains = (text: string, lowered: string) => text.toLowerCase().includes(lowered);

/** A tag can be searched for as it is written on a card. */
function matches({ title, description, tags }: TemplateSummary, q: string | undefined): boolean {
  if (q === undefined) return true;
  const lowered = q.toLowerCase();
  return contains(title, lowered) || contains(description, lowered) || tags.some((tag) => contains(`#${tag}`, lowered));
}

const isShown = (template: TemplateSummary, { show, folder }: TemplateFilter) =>
  (show === undefined || (show === 'yours' ? template.isOwn : template.isFavorite)) &&
  (folder === undefined || template.folder === folder);

const ORDERS: Record<Sort, (a: TemplateSummary, b: TemplateSummary) => number> = {
  used: (a, b) => b.uses - a.uses,
  // Without a rating it comes last, and more ratings win a tie.
  rating: (a, b) => (b.rating ?? 0) - (a.rating ?? 0) || b.ratings - a.ratings,
  title: (a, b) => a.title.localeCompare(b.title, 'en'),
};

/** The templates that the filter leaves, in its order. */
export function filterTemplates(templates: readonly TemplateSummary[], filter: TemplateFilter): TemplateSummary[] {
  const found = templates.filter(
    (template) =>
      isShown(template, filter) &&
      (filter.category === undefined || template.category === filter.category) &&
      matches(template, filter.q),
  );
  return filter.sort === undefined ? found : found.toSorted(ORDERS[filter.sort]);
}

/** How many templates each category has, and all of them together. A search doesn't change what its filters count. */
export function categoryCounts(templates: readonly TemplateSummary[], filter: TemplateFilter) {
  const shown = templates.filter((template) => isShown(template, filter));
  return [
    { category: undefined, count: shown.length },
    ...TEMPLATE_CATEGORIES.map((category) => ({
      category,
      count: shown.filter((template) => template.category === category).length,
    })),
  ];
}

/** The folders of a person's own templates, in the order of their names. */
export function foldersOf(templates: readonly TemplateSummary[]): string[] {
  const folders = templates.flatMap(({ folder }) => (folder === null ? [] : [folder]));
  return [...new Set(folders)].toSorted((a, b) => a.localeCompare(b, 'en'));
}
