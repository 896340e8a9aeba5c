import { Link } from '@tanstack/react-router';
import { Menu } from 'lucide-react';
import { TrialLink } from '#src/domain/trial/trial-link.tsx';
import { useVisitor } from '#src/domain/site/visitor.ts';
import { buttonClass } from '#src/ui/button-class.ts';
import { SITE_LINKS } from './site-links.ts';

/** The header's menu below 768 px: a native disclosure, which opens without any script. */
export function MobileMenu() {
  const visitor = useVisitor();

  return (
    // A menu opened before hydration stays open.
    <details className="menu" data-menu suppressHydrationWarning>
      <summary className="iconbtn" aria-label="Menu">
        <Menu className="icon" aria-hidden="true" />
      </summary>
      <nav className="menu-sheet" aria-label="Menu">
        {SITE_LINKS.map((link) => (
          <a key={link.href} href={link.href}>
            {link.label}
          </a>
        ))}
        {visitor === 'guest' && <Link to="/auth">Sign in</Link>}
        <TrialLink className={buttonClass({ block: true })} />
      </nav>
    </details>
  );
}
