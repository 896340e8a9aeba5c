import { toDraft } from '#src/domain/profile/profile-draft.ts';
import { trpc } from '#src/api/trpc.ts';
import { Loaded } from '#src/ui/feedback/loaded.tsx';
import { ProfileForm } from './profile-form.tsx';

/** The person and the business: what every teammate reads. */
export function ProfileSection() {
  const profile = trpc.profile.get.useQuery();
  return <Loaded query={profile}>{(saved) => <ProfileForm start={toDraft(saved)} />}</Loaded>;
}
