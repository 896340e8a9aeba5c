import { ChevronDown } from 'lucide-react';
import { Initials } from '#src/ui/brand/initials.tsx';

/** The label of the account menu's button, with and without the menu's code. */
export function AccountMenuLabel({ name }: { name: string }) {
  return (
    <>
      <Initials name={name} />
      <span className="sr">Account menu</span>
      <ChevronDown className="icon sm" aria-hidden="true" />
    </>
  );
}
