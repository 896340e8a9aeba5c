/** The sections and pages in the header and the menu. Plain links, so that they work from every page and without scripts. */
export const SITE_LINKS = [
  { href: '/#ai-team', label: 'The team' },
  { href: '/#how-it-works', label: 'How it works' },
  { href: '/#pricing', label: 'Pricing' },
  { href: '/blog', label: 'Blog' },
] as const;
