import { useNavigate } from '@tanstack/react-router';
import { ChevronDown, Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { FACT_KINDS, FACT_KIND_NAMES, FACT_SEARCH_MAX, FACT_STATES } from '#contract/brain/brain.ts';
import { formatNumber } from '#src/lib/text/format.ts';
import type { Overview } from '../brain-types.ts';
import { STATE_NAMES } from '../fact-words.ts';
import type { FactFilter } from './fact-filter.ts';

/** How long a pause in typing updates the list, in milliseconds. */
const PAUSE_MS = 200;

/** Search, state and kind. They are part of the URL. */
export function FactFilters({ filter, overview }: { filter: FactFilter; overview: Overview }) {
  const { q = '', kind, state } = filter;
  const navigate = useNavigate({ from: '/dashboard/brain' });
  const input = useRef<HTMLInputElement>(null);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** The search in the URL, as far as this field knows. */
  const shownSearch = useRef(q);

  // Replaces the last URL: Back leaves the filters instead of undoing them one by one.
  const change = (changed: FactFilter) =>
    void navigate({ search: (now) => ({ ...now, ...changed }), replace: true, resetScroll: false });
  const find = () => {
    clearTimeout(pause.current);
    const words = input.current?.value.trim() ?? '';
    if (words === shownSearch.current) return;
    shownSearch.current = words;
    change({ q: words === '' ? undefined : words });
  };
  useEffect(() => () => clearTimeout(pause.current), []);
  // The URL has changed without this field: by Back, or by a link.
  useEffect(() => {
    if (q === shownSearch.current || !input.current) return;
    shownSearch.current = q;
    input.current.value = q;
  }, [q]);

  const countOf = (of: FactFilter['kind']) => overview.kinds.find((one) => one.kind === of)?.count ?? 0;
  const chips = [
    { kind: undefined, name: 'All', count: overview.count },
    ...FACT_KINDS.map((one) => ({ kind: one, name: FACT_KIND_NAMES[one].filter, count: countOf(one) })),
  ];
  return (
    <>
      <form
        className="filters"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          find();
        }}
      >
        <div className="search grow">
          <Search className="icon" aria-hidden="true" />
          <label className="sr" htmlFor="fact-search">
            Search facts
          </label>
          <input
            ref={input}
            className="input"
            id="fact-search"
            type="search"
            enterKeyHint="search"
            autoComplete="off"
            maxLength={FACT_SEARCH_MAX}
            placeholder="Search facts..."
            defaultValue={q}
            onChange={() => {
              clearTimeout(pause.current);
              pause.current = setTimeout(find, PAUSE_MS);
            }}
          />
        </div>
        <label className="sr" htmlFor="fact-state">
          State
        </label>
        <span className="select">
          <select
            className="input has-choice"
            id="fact-state"
            value={state ?? ''}
            onChange={({ target }) => change({ state: FACT_STATES.find((one) => one === target.value) })}
          >
            <option value="">Any state</option>
            {FACT_STATES.map((one) => (
              <option key={one} value={one}>
                {STATE_NAMES[one]}
              </option>
            ))}
          </select>
          <ChevronDown className="icon" aria-hidden="true" />
        </span>
      </form>
      <div className="chips scroll" role="group" aria-label="Kind">
        {chips.map((chip) => (
          <button
            type="button"
            className="chip"
            key={chip.name}
            aria-pressed={chip.kind === kind}
            onClick={() => change({ kind: chip.kind })}
          >
            <span>{chip.name}</span>
            <span className="count">{formatNumber(chip.count)}</span>
          </button>
        ))}
      </div>
    </>
  );
}
