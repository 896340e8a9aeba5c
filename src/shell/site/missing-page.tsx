import { ArrowRight } from 'lucide-react';
import { useVisitor } from '#src/domain/site/visitor.ts';
import { NotFound } from '../not-found.tsx';

type Way = { href: string; label: string };
const SIGN_IN: Way = { href: '/auth', label: 'Sign in' };
const DASHBOARD: Way = { href: '/dashboard', label: 'Dashboard' };

/** A path that doesn't exist, on the public site. Plain links, so that they work without scripts. */
export function MissingPage() {
  const ways: Way[] = [
    { href: '/#ai-team', label: 'The team' },
    { href: '/#pricing', label: 'Pricing' },
    { href: '/blog', label: 'Blog' },
    useVisitor() === 'guest' ? SIGN_IN : DASHBOARD,
    { href: '/status', label: 'Status' },
    { href: '/contact', label: 'Contact' },
  ];
  return (
    <div className="wrap">
      <NotFound home="/">
        <nav className="ways" aria-labelledby="ways">
          <h2 id="ways">Or try one of these</h2>
          <ul>
            {ways.map(({ href, label }) => (
              <li key={href}>
                <a href={href}>
                  <span>{label}</span>
                  <ArrowRight className="icon sm" aria-hidden="true" />
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </NotFound>
    </div>
  );
}
