import { DeleteAccountCard } from './delete-account-card.tsx';
import { DownloadCard } from './download-card.tsx';

/** Taking everything along, and leaving. */
export function YourDataSection() {
  return (
    <>
      <DownloadCard />
      <DeleteAccountCard />
    </>
  );
}
