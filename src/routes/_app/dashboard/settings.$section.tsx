import { createFileRoute } from '@tanstack/react-router';
import { findSection, type InnerSlug } from '#src/domain/profile/settings-sections.ts';
import { pageTitle } from '#src/domain/site/page-head.ts';

/** Only for the address: the settings page renders its own sections, so that other pages don't load a route for each. */
export const Route = createFileRoute('/_app/dashboard/settings/$section')({
  // An unknown name is a missing page (`$.tsx`), so the server answers 404.
  params: {
    parse: ({ section }): { section: InnerSlug } | false => {
      const found = findSection(section);
      return found ? { section: found.slug } : false;
    },
    stringify: ({ section }) => ({ section }),
  },
  head: ({ params }) => ({ meta: [{ title: pageTitle(findSection(params.section)?.label) }] }),
});
