import type { ComponentType } from 'react';
import { LOADING } from '#contract/texts.ts';
import type { SectionSlug } from '#src/domain/profile/settings-sections.ts';
import { lazyPart } from '#src/lib/lazy/lazy-part.tsx';
import { Skeleton } from '#src/ui/feedback/skeleton.tsx';

/** The code of each section, loaded when it's about to be shown. */
const LOADERS: Record<SectionSlug, () => Promise<ComponentType>> = {
  profile: async () => (await import('./profile/profile-section.tsx')).ProfileSection,
  'sign-in': async () => (await import('./sign-in/sign-in-section.tsx')).SignInSection,
  'second-factor': async () => (await import('./second-factor/second-factor-section.tsx')).SecondFactorSection,
  'ways-in': async () => (await import('./sign-in/ways-in-section.tsx')).WaysInSection,
  devices: async () => (await import('./sign-in/devices-section.tsx')).DevicesSection,
  'security-log': async () => (await import('./sign-in/security-log-section.tsx')).SecurityLogSection,
  preferences: async () => (await import('./preferences/preferences-section.tsx')).PreferencesSection,
  notifications: async () => (await import('./notifications/notifications-section.tsx')).NotificationsSection,
  'your-data': async () => (await import('./account/your-data-section.tsx')).YourDataSection,
};
const view = (slug: SectionSlug) =>
  lazyPart(
    LOADERS[slug],
    <div role="status" aria-label={LOADING}>
      <Skeleton shape="block" />
    </div>,
  );

export const SECTION_VIEWS: Record<SectionSlug, ComponentType> = {
  profile: view('profile'),
  'sign-in': view('sign-in'),
  'second-factor': view('second-factor'),
  'ways-in': view('ways-in'),
  devices: view('devices'),
  'security-log': view('security-log'),
  preferences: view('preferences'),
  notifications: view('notifications'),
  'your-data': view('your-data'),
};

/** Preloads a section when its link is hovered. A failure is reported only when the section is opened. */
export function preloadSection(slug: SectionSlug): void {
  LOADERS[slug]().catch(() => undefined);
}
