import { DeleteAccountCard } from './delete-account-card.tsx';
import { DownloadCard } from './download-card.tsx';

/** Downloading all data, and deleting the account. */
export function YourDataSection() {
  return (
    <>
      <DownloadCard />
      <DeleteAccountCard />
    </>
  );
}
