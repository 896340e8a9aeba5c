import { BLOG_SEARCH_MAX, type BlogSearch } from '#contract/site/blog.ts';

/** Control characters and lone surrogates. */
const UNUSABLE = /[\p{Cc}\p{Cs}]+/gu;
const asSpaces = (text: string) => text.replaceAll(UNUSABLE, ' ').trim();

function words(value: unknown): string | undefined {
  // Cleaned again after the cut, which may have split a surrogate pair.
  const text = typeof value === 'string' ? asSpaces(asSpaces(value).slice(0, BLOG_SEARCH_MAX)) : '';
  return text === '' ? undefined : text;
}

/** Reads the query of /blog. Empty parameters count as missing. */
export function parseBlogSearch({ q, tag }: Record<string, unknown>): BlogSearch {
  return { q: words(q), tag: words(tag) };
}
