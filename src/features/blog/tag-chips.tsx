import { Link } from '@tanstack/react-router';
import type { BlogSearch } from '#contract/site/blog.ts';
import { BLOG_TEXTS } from '#contract/site/blog-texts.ts';

/** Only the chip with exactly this search and tag is current, whatever else (`utm_source`) is in the URL. */
const SAME_SEARCH = { explicitUndefined: true };

/** Links, so that they work without scripts and every tag has a URL. The search text is kept. */
export function TagChips({ tags, q }: { tags: string[] } & Pick<BlogSearch, 'q'>) {
  return (
    <nav className="chips scroll" aria-label="Tags">
      {[undefined, ...tags].map((tag) => (
        <Link
          key={tag ?? ''}
          className="chip"
          to="/blog"
          search={{ q, tag }}
          activeOptions={SAME_SEARCH}
          resetScroll={false}
        >
          {tag ?? BLOG_TEXTS.all}
        </Link>
      ))}
    </nav>
  );
}
