import { lazy, type ComponentType } from 'react';
import type { SectionSlug } from '#src/domain/profile/settings-sections.ts';

/** The code of each section, which comes when it is about to be shown. */
const LOADERS: Record<SectionSlug, () => Promise<ComponentType>> = {
  profile: async () => (await import('./profile/profile-section.tsx')).ProfileSection,
  'sign-in': async () => (await import('./sign-in/sign-in-section.tsx')).SignInSection,
  'second-factor': async () => (await import('./second-factor/second-factor-section.tsx')).SecondFactorSection,
  devices: async () => (await import('./sign-in/devices-section.tsx')).DevicesSection,
  'security-log': async () => (await import('./sign-in/security-log-section.tsx')).SecurityLogSection,
  preferences: async () => (await import('./preferences/preferences-section.tsx')).PreferencesSection,
  'your-data': async () => (await import('./account/your-data-section.tsx')).YourDataSection,
};
const view = (slug: SectionSlug) => lazy(async () => ({ default: await LOADERS[slug]() }));

export const SECTION_VIEWS: Record<SectionSlug, ComponentType> = {
  profile: view('profile'),
  'sign-in': view('sign-in'),
  'second-factor': view('second-factor'),
  devices: view('devices'),
  'security-log': view('security-log'),
  preferences: view('preferences'),
  'your-data': view('your-data'),
};

/** For a link that is pointed at. What does not come is reported when it is asked for. */
export function preloadSection(slug: SectionSlug): void {
  LOADERS[slug]().catch(() => undefined);
}
