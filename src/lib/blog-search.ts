import { BLOG_SEARCH_MAX, type BlogSearch } from '#contract/blog.ts';

function words(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim().slice(0, BLOG_SEARCH_MAX).trim() : '';
  return text === '' ? undefined : text;
}

/** Reads the query of /blog. What is empty is as good as not there. */
export function parseBlogSearch({ q, tag }: Record<string, unknown>): BlogSearch {
  return { q: words(q), tag: words(tag) };
}
