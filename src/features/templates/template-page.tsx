import { LOADING } from '#contract/texts.ts';
import { NEW_TEMPLATE, type TemplateSearch } from '#src/domain/templates/templates-search.ts';
import { lazyPart } from '#src/lib/lazy/lazy-part.tsx';
import { FillPage } from './fill/fill-page.tsx';

// Most people use a template as it is.
const waiting = <div className="main" role="status" aria-label={LOADING} />;
const EditPage = lazyPart(async () => (await import('./edit/edit-page.tsx')).EditPage, waiting);
const NewTemplatePage = lazyPart(async () => (await import('./edit/edit-page.tsx')).NewTemplatePage, waiting);

/** The page of a template: to be filled in, to be changed, or a new one. */
export function TemplatePage({ templateId, edit, message }: TemplateSearch & { templateId: string }) {
  if (templateId === NEW_TEMPLATE) return <NewTemplatePage key={message} messageId={message} />;
  if (edit !== undefined) return <EditPage key={templateId} templateId={templateId} />;
  return <FillPage key={templateId} templateId={templateId} />;
}
