import { Link } from '@tanstack/react-router';
import type { BlogSearch } from '#contract/site/blog.ts';
import { BLOG_TEXTS } from '#contract/texts.ts';

/** Only the chip with exactly this search and tag is the current one, whatever else (`utm_source`) the address carries. */
const SAME_SEARCH = { explicitUndefined: true };

/** Links, so that they work before any script, and every tag has an address. What is searched for stays. */
export function TagChips({ tags, q }: { tags: string[] } & Pick<BlogSearch, 'q'>) {
  return (
    <nav className="chips" aria-label="Tags">
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
