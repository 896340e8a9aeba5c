import { useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { LOADING } from '#contract/texts.ts';
import { Skeleton } from '#src/ui/skeleton.tsx';
import { SECTION_VIEWS } from './section-views.ts';
import { SettingsNav } from './settings-nav.tsx';
import './settings.css';

/** Everything about one's own account, a section at a time. */
export function SettingsPage() {
  const { section = 'profile' } = useParams({ from: '/_app/dashboard/settings/$section', shouldThrow: false }) ?? {};
  const Section = SECTION_VIEWS[section];
  return (
    <div className="main">
      <div className="page-head">
        <div>
          <h1 className="h1">Settings</h1>
          <p>You, your business, and who gets into your account.</p>
        </div>
      </div>
      <div className="settings">
        <SettingsNav current={section} />
        <div className="stack settings-section">
          <Suspense
            fallback={
              <div role="status" aria-label={LOADING}>
                <Skeleton shape="block" />
              </div>
            }
          >
            <Section />
          </Suspense>
        </div>
      </div>
    </div>
  );
}
