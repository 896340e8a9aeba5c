import { useNavigate } from '@tanstack/react-router';
import { ChevronDown, Heart, Search } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { TEMPLATE_TEXTS } from '#contract/templates/template-texts.ts';
import type { TemplateSummary } from '#src/domain/templates/template.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import { CATEGORY_NAMES } from '../template-words.ts';
import { categoryCounts, foldersOf, SORTS, type TemplateFilter } from './template-filter.ts';

const SORT_NAMES = { used: 'Most used', rating: 'Highest rated', title: 'A to Z' };

type TemplateFiltersProps = { filter: TemplateFilter; templates: readonly TemplateSummary[]; children: ReactNode };

/** Search, sorting, category, favorites, own templates and folders. They are part of the URL. */
export function TemplateFilters({ filter, templates, children }: TemplateFiltersProps) {
  const { q = '', category, show, folder, sort } = filter;
  const navigate = useNavigate({ from: '/dashboard/power-ups/templates' });
  const input = useRef<HTMLInputElement>(null);
  // Replaces the last URL: Back leaves the list instead of undoing the filters one by one.
  const change = (changed: TemplateFilter) =>
    void navigate({ search: (now) => ({ ...now, ...changed }), replace: true, resetScroll: false });
  // The URL has changed without this field: by Back, or by Clear.
  useEffect(() => {
    if (input.current && input.current.value.trim() !== q) input.current.value = q;
  }, [q]);

  const folders = foldersOf(templates);
  const own = templates.filter(({ isOwn }) => isOwn).length;
  const toggles = [
    { name: 'Favorites', value: 'favorites', count: templates.filter(({ isFavorite }) => isFavorite).length },
    { name: 'Yours', value: 'yours', count: own },
  ] as const; // reason: the values are those of the filter
  return (
    <div className="stack filters">
      <form className="row finds" role="search" onSubmit={(event) => event.preventDefault()}>
        <div className="search grow">
          <Search className="icon" aria-hidden="true" />
          <label className="sr" htmlFor="template-search">
            Search templates
          </label>
          <input
            ref={input}
            className="input"
            id="template-search"
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            maxLength={200}
            placeholder={TEMPLATE_TEXTS.searchPlaceholder}
            defaultValue={q}
            onChange={({ target }) => change({ q: target.value.trim() || undefined })}
          />
        </div>
        <label className="sr" htmlFor="template-sort">
          Sort by
        </label>
        <span className="select">
          <select
            className="input"
            id="template-sort"
            value={sort ?? 'none'}
            onChange={({ target }) => change({ sort: SORTS.find((one) => one === target.value) })}
          >
            <option value="none">Suggested order</option>
            {SORTS.map((one) => (
              <option key={one} value={one}>
                {SORT_NAMES[one]}
              </option>
            ))}
          </select>
          <ChevronDown className="icon" aria-hidden="true" />
        </span>
        {show === 'yours' && folders.length > 0 && (
          <>
            <label className="sr" htmlFor="template-folder">
              Folder
            </label>
            <span className="select">
              <select
                className="input"
                id="template-folder"
                value={folder ?? 'all'}
                onChange={({ target }) => change({ folder: folders.find((one) => one === target.value) })}
              >
                <option value="all">Every folder</option>
                {folders.map((one) => (
                  <option key={one} value={one}>
                    {one}
                  </option>
                ))}
              </select>
              <ChevronDown className="icon" aria-hidden="true" />
            </span>
          </>
        )}
        {children}
      </form>
      <div className="chips scroll" role="group" aria-label="Filters">
        {categoryCounts(templates, filter).map((one) => (
          <button
            type="button"
            className="chip"
            key={one.category ?? 'all'}
            aria-pressed={one.category === category}
            onClick={() => change({ category: one.category })}
          >
            <span>{one.category === undefined ? 'All' : CATEGORY_NAMES[one.category]}</span>
            <span className="count">{formatNumber(one.count)}</span>
          </button>
        ))}
        {toggles.map(({ name, value, count }) => (
          <button
            type="button"
            className="chip"
            key={value}
            aria-pressed={show === value}
            onClick={() => change({ show: show === value ? undefined : value, folder: undefined })}
          >
            {value === 'favorites' && <Heart className="icon sm" aria-hidden="true" />}
            <span>{name}</span>
            <span className="count">{formatNumber(count)}</span>
          </button>
        ))}
      </div>
    </div>
  );
}
