import { Link } from '@tanstack/react-router';
import { buttonClass } from '#src/ui/button-class.ts';
import { Logo } from '#src/ui/brand/logo.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import { SITE_LINKS } from './site-links.ts';
import { TrialLink } from '#src/domain/trial/trial-link.tsx';
import { useVisitor } from '#src/domain/site/visitor.ts';

export function SiteNav({ isQuiet }: { isQuiet: boolean }) {
  const visitor = useVisitor();
  return (
    <header className="nav">
      <div className="wrap">
        <Link className="logo" to="/">
          <Logo />
        </Link>
        <nav className="nav-main" aria-label="Main">
          <ul>
            {SITE_LINKS.map((link) => (
              <li key={link.href}>
                <a href={link.href}>{link.label}</a>
              </li>
            ))}
          </ul>
        </nav>
        {visitor === 'guest' && (
          <Link className={buttonClass({ variant: 'ghost', className: 'signin' })} to="/auth">
            Sign in
          </Link>
        )}
        <TrialLink className={buttonClass({ variant: isQuiet ? 'secondary' : 'primary' })} />
        <MobileMenu />
      </div>
    </header>
  );
}
