import { useParams } from '@tanstack/react-router';
import { SECTION_VIEWS } from './section-views.tsx';
import { SettingsNav } from './settings-nav.tsx';
import './settings.css';

/** The settings of a person's own account, one section at a time. */
export function SettingsPage() {
  const { section = 'profile' } = useParams({ from: '/_app/dashboard/settings/$section', shouldThrow: false }) ?? {};
  const Section = SECTION_VIEWS[section];
  return (
    <div className="main">
      <div className="page-head">
        <div>
          <h1 className="h1">Settings</h1>
          <p>You, your business, and how you sign in.</p>
        </div>
      </div>
      <div className="settings">
        <SettingsNav current={section} />
        <div className="stack settings-section">
          <Section />
        </div>
      </div>
    </div>
  );
}
