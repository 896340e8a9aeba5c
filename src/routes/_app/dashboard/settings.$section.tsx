import { createFileRoute } from '@tanstack/react-router';
import { findSection, type InnerSlug } from '#src/domain/profile/settings-sections.ts';
import { pageTitle } from '#src/domain/site/page-head.ts';

/** Only the address: the page of the settings draws its sections itself, so that each costs other pages no route. */
export const Route = createFileRoute('/_app/dashboard/settings/$section')({
  // An unknown name is no route at all, so the server answers 404.
  params: {
    parse: ({ section }): { section: InnerSlug } | false => {
      const found = findSection(section);
      return found ? { section: found.slug } : false;
    },
    stringify: ({ section }) => ({ section }),
  },
  head: ({ params }) => ({ meta: [{ title: pageTitle(findSection(params.section)?.label) }] }),
});
