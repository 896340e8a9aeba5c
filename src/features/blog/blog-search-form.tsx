import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useEffect, useRef, type FormEvent } from 'react';
import { BLOG_SEARCH_MAX, type BlogSearch } from '#contract/site/blog.ts';
import { BLOG_TEXTS } from '#contract/texts.ts';
import { useDeferredHydration } from '#src/hydration/use-deferred-hydration.ts';

/** How long somebody pauses before the list follows what they type, in milliseconds. */
const PAUSE_MS = 200;

/** A plain form that asks for the page of its words. With the app the list follows while one types. */
export function BlogSearchForm({ q = '', tag }: BlogSearch) {
  const deferred = useDeferredHydration();
  const navigate = useNavigate({ from: '/blog/' });
  const input = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The words of the address, as far as this field knows. */
  const asked = useRef(q);

  const search = () => {
    clearTimeout(pause.current);
    const words = input.current?.value.trim() ?? '';
    if (words === asked.current) return;
    asked.current = words;
    // In place of the last address: Back leaves the search, it does not take it back letter by letter.
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

  // Somebody may have typed before the app was there.
  useEffect(() => {
    follow();
    return () => clearTimeout(pause.current);
    // oxlint-disable-next-line react/exhaustive-deps -- reason: once, when the app has come
  }, []);

  // The address has changed without this field: by Back, or by the way out of an empty list.
  useEffect(() => {
    if (q === asked.current || !input.current) return;
    asked.current = q;
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
