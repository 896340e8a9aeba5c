import { Link } from '@tanstack/react-router';
import { TRIAL_DAYS } from '#contract/billing/plans.ts';
import { PRODUCT_NAME } from '#contract/texts.ts';
import { useSite, type Site } from '#src/domain/site/site.ts';
import { isNew, useVisitor } from '#src/domain/site/visitor.ts';
import { Logo } from '#src/ui/brand/logo.tsx';
import { SocialLinks } from './social-links.tsx';

type FooterLink = [href: string, label: string];
const mail = (address: string) => `mailto:${address}`;

/** Plain links, which work before and after hydration: every target is server-rendered. */
function columnsOf(site: Site): { id: string; title: string; links: FooterLink[] }[] {
  return [
    {
      id: 'footer-product',
      title: 'Product',
      links: [
        ['/#ai-team', 'The team'],
        ['/#how-it-works', 'How it works'],
        ['/#pricing', 'Pricing'],
        ['/blog', 'Blog'],
        ['/security', 'Security'],
      ],
    },
    {
      id: 'footer-company',
      title: 'Company',
      links: [
        ['/#about', 'About'],
        [mail(site.careersEmail), 'Careers'],
        [mail(site.salesEmail), 'Sales'],
        [mail(site.contactEmail), 'Contact'],
        ['/status', 'Status'],
      ],
    },
    {
      id: 'footer-help',
      title: 'Help',
      links: [
        [mail(site.supportEmail), 'Support'],
        ['/contact', 'Send a message'],
        ['/#faq', 'Questions'],
        ['/privacy', 'Privacy'],
        ['/terms', 'Terms'],
      ],
    },
  ];
}

export function SiteFooter() {
  const columns = columnsOf(useSite());
  const visitor = useVisitor();
  return (
    <footer className="footer" id="contact">
      <div className="wrap">
        <div className="cols">
          <div className="stack">
            <Link className="logo" to="/">
              <Logo />
            </Link>
            <p className="muted">Ten AI teammates for small businesses, each with one job.</p>
            <SocialLinks />
          </div>
          {columns.map(({ id, title, links }) => (
            <nav key={id} aria-labelledby={id}>
              <h2 id={id}>{title}</h2>
              <ul>
                {links.map(([href, label]) => (
                  <li key={label}>
                    <a href={href}>{label}</a>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <p className="legal">
          <span>© {PRODUCT_NAME}</span>
          <span>{`${isNew(visitor) ? `${TRIAL_DAYS}-day free trial. No credit card required. ` : ''}Cancel anytime.`}</span>
        </p>
      </div>
    </footer>
  );
}
