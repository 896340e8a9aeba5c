import type { TemplateSummary } from '#src/domain/templates/template.ts';
import { TemplateCards } from '../list/template-cards.tsx';

/** What goes well with a template. */
export function RelatedTemplates({ templates }: { templates: readonly TemplateSummary[] }) {
  if (templates.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="related">
      <h2 className="h3" id="related">
        Goes well with it
      </h2>
      <TemplateCards templates={templates} as="h3" />
    </section>
  );
}
