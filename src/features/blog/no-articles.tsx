import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import type { BlogSearch } from '#contract/site/blog.ts';
import { BLOG_TEXTS } from '#contract/site/blog-texts.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { Empty } from '#src/ui/feedback/empty.tsx';

function reason({ q, tag }: BlogSearch): string {
  if (q === undefined) return `No article has the tag “${tag}”.`;
  const where = tag === undefined ? 'No title, excerpt or tag' : `Nothing with the tag “${tag}”`;
  return `${where} matches “${q}”. Try a shorter word, or a different one.`;
}

export function NoArticles(search: BlogSearch) {
  return (
    <Empty
      figure={<SearchX className="icon" aria-hidden="true" />}
      title={BLOG_TEXTS.none}
      text={<span className="asked">{reason(search)}</span>}
    >
      <Link className={buttonClass({ variant: 'secondary' })} to="/blog" resetScroll={false}>
        Show all articles
      </Link>
    </Empty>
  );
}
