import { ChevronDown } from 'lucide-react';
import { Initials } from '#src/ui/initials.tsx';

/** What the button of the account menu shows, with and without the menu's code. */
export function AccountMenuLabel({ name }: { name: string }) {
  return (
    <>
      <Initials name={name} />
      <span className="sr">Account menu</span>
      <ChevronDown className="icon sm" aria-hidden="true" />
    </>
  );
}
