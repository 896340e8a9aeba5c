/** The sections of the settings, in the order of their list. The first is at the address of the settings itself. */
export const SECTIONS = [
  { slug: 'profile', label: 'Profile' },
  { slug: 'sign-in', label: 'Sign-in' },
  { slug: 'second-factor', label: 'Second factor' },
  { slug: 'ways-in', label: 'Account access' },
  { slug: 'devices', label: 'Devices' },
  { slug: 'security-log', label: 'Security log' },
  { slug: 'preferences', label: 'Preferences' },
  { slug: 'notifications', label: 'Notifications' },
  { slug: 'your-data', label: 'Your data' },
] as const;
type Section = (typeof SECTIONS)[number];
export type SectionSlug = Section['slug'];
/** The sections with an address of their own. */
export type InnerSlug = Exclude<SectionSlug, 'profile'>;

const isInner = (section: Section): section is Extract<Section, { slug: InnerSlug }> => section.slug !== 'profile';

/** The section for a path segment below the settings, if there is one. */
export function findSection(slug: string): { slug: InnerSlug; label: string } | undefined {
  return SECTIONS.filter(isInner).find((section) => section.slug === slug);
}
