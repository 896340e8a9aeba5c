import type { TemplateDto } from './templates.dto.ts';

const MOST = 3;

/** What goes well with a template: by shared tags, then the same category, then in the order of the list. */
export function relatedTemplates<T extends Pick<TemplateDto, 'id' | 'tags' | 'category'>>(
  template: T,
  templates: readonly T[],
): T[] {
  const score = ({ tags, category }: T) =>
    2 * tags.filter((tag) => template.tags.includes(tag)).length + (category === template.category ? 1 : 0);
  return templates
    .filter((one) => one.id !== template.id && score(one) > 0)
    .toSorted((one, other) => score(other) - score(one))
    .slice(0, MOST);
}
