import { Link } from '@tanstack/react-router';
import { UserRound } from 'lucide-react';
import type { Overview } from '../brain-types.ts';

const PROFILE_ID = 'profile-facts';

/** What every teammate knows from the owner's profile. It is changed in the settings. */
export function ProfileSection({ profile }: { profile: Overview['profile'] }) {
  if (profile.length === 0) return null;
  return (
    <section aria-labelledby={PROFILE_ID}>
      <h3 className="h4 kind" id={PROFILE_ID} tabIndex={-1}>
        Your profile <span className="muted num">{profile.length}</span>
      </h3>
      <ul className="card rows" aria-labelledby={PROFILE_ID}>
        {profile.map(({ field, label, value }) => (
          <li className="fact profile" key={field}>
            <UserRound className="icon" aria-hidden="true" />
            <p className="statement">
              <span className="muted">{`${label}:`}</span> <span>{value}</span>
            </p>
          </li>
        ))}
        <li className="more">
          <Link className="text-button" to="/dashboard/settings">
            Change it in your settings
          </Link>
        </li>
      </ul>
    </section>
  );
}
