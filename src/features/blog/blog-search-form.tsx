import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useRef, type FormEvent } from 'react';
import { BLOG_SEARCH_MAX, type BlogSearch } from '#contract/site/blog.ts';
import { BLOG_TEXTS } from '#contract/site/blog-texts.ts';
import { useDeferredHydration } from '#src/hydration/use-deferred-hydration.ts';

/** How long a pause in typing updates the list, in milliseconds. */
const PAUSE_MS = 200;

/** A plain form that loads the page of its search. Once hydrated, the list follows the typing. */
export function BlogSearchForm({ q = '', tag }: BlogSearch) {
  const deferred = useDeferredHydration();
  const navigate = useNavigate({ from: '/blog/' });
  const input = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The search in the URL, as far as this field knows. */
  const shownSearch = useRef(q);

  const search = () => {
    clearTimeout(pause.current);
    const words = input.current?.value.trim() ?? '';
    if (words === shownSearch.current) return;
    shownSearch.current = words;
    // Replaces the last URL: Back leaves the search instead of undoing it letter by letter.
    void navigate({
      search: (now) => ({ ...now, q: words === '' ? undefined : words }),
      replace: true,
      resetScroll: false,
    });
  };
  const follow = () => {
    clearTimeout(pause.current);
    pause.current = setTimeout(search, PAUSE_MS);
  };

  // The person may have typed before hydration.
  useEffect(() => {
    follow();
    return () => clearTimeout(pause.current);
    // oxlint-disable-next-line react/exhaustive-deps -- reason: once, on hydration
  }, []);

  // The URL has changed without this field: by Back, or by the link on an empty list.
  useEffect(() => {
    if (q === shownSearch.current || !input.current) return;
    shownSearch.current = q;
    input.current.value = q;
  }, [q]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    search();
  };

  return (
    <form className="search" role="search" action="/blog" {...deferred} onSubmit={submit}>
      <Search className="icon" aria-hidden="true" />
      <label className="sr" htmlFor="blog-search">
        Search articles
      </label>
      <input
        ref={input}
        className="input"
        id="blog-search"
        name="q"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={BLOG_SEARCH_MAX}
        placeholder={BLOG_TEXTS.searchPlaceholder}
        defaultValue={q}
        onChange={follow}
      />
      {tag !== undefined && <input type="hidden" name="tag" value={tag} />}
    </form>
  );
}
