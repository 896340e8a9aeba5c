import { Link } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { buttonClass } from '#src/ui/button-class.ts';
import { SITE_LINKS } from './site-links.ts';
import { TrialLink } from './trial-link.tsx';
import { useVisitor } from './visitor-context.ts';

/** The header's menu below 768 px: a native disclosure, which opens before any script has loaded. */
export function MobileMenu() {
  const { visitor } = useVisitor();
  const disclosure = useRef<HTMLDetailsElement>(null);
  const close = () => disclosure.current?.removeAttribute('open');

  useEffect(() => {
    const menu = disclosure.current;
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !menu?.open) return;
      menu.open = false;
      menu.querySelector('summary')?.focus();
    };
    menu?.addEventListener('keydown', closeOnEscape);
    return () => menu?.removeEventListener('keydown', closeOnEscape);
  }, []);

  return (
    <details className="menu" ref={disclosure}>
      <summary className="iconbtn" aria-label="Menu">
        <Menu className="icon" aria-hidden="true" />
      </summary>
      <nav className="menu-sheet" aria-label="Menu">
        {SITE_LINKS.map((link) => (
          <a key={link.href} href={link.href} onClick={close}>
            {link.label}
          </a>
        ))}
        {!visitor?.isSignedIn && (
          <Link to="/auth" onClick={close}>
            Sign in
          </Link>
        )}
        <TrialLink className={buttonClass({ block: true })} onFollow={close} />
      </nav>
    </details>
  );
}
