import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { SECTIONS, type SectionSlug } from '#src/domain/profile/settings-sections.ts';
import { preloadSection } from './section-views.tsx';

/** The list of sections: a column on a desktop, a strip that scrolls sideways on a phone. */
export function SettingsNav({ current }: { current: SectionSlug }) {
  const nav = useRef<HTMLElement>(null);

  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>(`[data-section="${current}"]`);
    if (!nav.current || !link) return;
    // Scroll only the strip: scrollIntoView could move the page as well.
    nav.current.scrollLeft = link.offsetLeft - (nav.current.clientWidth - link.offsetWidth) / 2;
  }, [current]);

  return (
    <nav className="settings-nav" aria-label="Settings" ref={nav}>
      <ul>
        {SECTIONS.map(({ slug, label }) => {
          const target =
            slug === 'profile'
              ? ({ to: '/dashboard/settings' } as const) // reason: the router wants a route, not any string
              : ({ to: '/dashboard/settings/$section', params: { section: slug } } as const); // reason: as above
          const preload = () => preloadSection(slug);
          return (
            <li key={slug}>
              <Link
                {...target}
                activeOptions={{ exact: true, includeSearch: false }}
                data-section={slug}
                onPointerEnter={preload}
                onFocus={preload}
              >
                {label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
