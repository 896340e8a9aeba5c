import { useState, type FormEvent } from 'react';
import {
  billingDetailsSchema,
  COUNTRIES,
  TAX_ID_TYPES,
  type BillingAddress,
} from '#contract/billing/billing-details.ts';
import { errorCode, errorText } from '#src/lib/app-error.ts';
import { randomId } from '#src/lib/random-id.ts';
import { toast } from '#src/lib/toast.ts';
import { trpc } from '#src/api/trpc.ts';
import { Button } from '#src/ui/button.tsx';
import { SelectField } from '#src/ui/forms/select-field.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { Dialog } from '#src/ui/overlays/dialog.tsx';
import { Refusal } from '../refusal.tsx';
import { countryName, taxIdLabel, type Details } from './details-lines.ts';

type DetailsDialogProps = { isOpen: boolean; onClose: () => void; details: Details };

const ADDRESS_FIELDS: readonly [keyof BillingAddress, string, string][] = [
  ['line1', 'Street address', 'address-line1'],
  ['line2', 'Apartment or suite (optional)', 'address-line2'],
  ['postalCode', 'Postal code', 'postal-code'],
  ['city', 'City', 'address-level2'],
  ['state', 'State or region (optional)', 'address-level1'],
];
const countries = () =>
  COUNTRIES.map((value) => ({ value, label: countryName(value) })).toSorted((one, other) =>
    one.label.localeCompare(other.label, 'en'),
  );

/** The types of tax ID to choose from, including the one the customer has. */
function kindsWith(type: string | undefined): { value: string; label: string }[] {
  const known = TAX_ID_TYPES.map(({ id, label }) => ({ value: id, label }));
  const isKnown = type === undefined || TAX_ID_TYPES.some(({ id }) => id === type);
  return isKnown ? known : [...known, { value: type, label: taxIdLabel(type) }];
}

function DetailsForm({ details, onClose }: Omit<DetailsDialogProps, 'isOpen'>) {
  const cache = trpc.useUtils();
  const [attempt] = useState(randomId);
  const [typed, setTyped] = useState({
    company: details.company,
    taxIdType: details.taxId?.type ?? TAX_ID_TYPES[0].id,
    taxId: details.taxId?.value ?? '',
    address: details.address,
  });
  const [wrong, setWrong] = useState<Record<string, string>>({});
  const save = trpc.billing.saveDetails.useMutation({
    onSuccess: (saved) => {
      cache.billing.details.setData(undefined, saved);
      onClose();
      toast.success({ title: 'Billing details saved', text: 'Your next invoice will show them.' });
    },
  });
  const change = (changes: Partial<typeof typed>) => {
    setTyped({ ...typed, ...changes });
    setWrong({});
    save.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = billingDetailsSchema.safeParse({ attempt, ...typed });
    setWrong(Object.fromEntries((checked.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message])));
    if (checked.success) save.mutate(checked.data);
  };
  const example = TAX_ID_TYPES.find(({ id }) => id === typed.taxIdType)?.example;
  const isTaxIdRefused = errorCode(save.error) === 'TAX_ID_INVALID';
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <TextField
        label="Company or name"
        name="company"
        autoComplete="organization"
        value={typed.company}
        error={wrong['company']}
        onChange={({ target }) => change({ company: target.value })}
      />
      <div className="grid2">
        <SelectField
          label="Type of tax ID"
          name="taxIdType"
          options={kindsWith(details.taxId?.type)}
          value={typed.taxIdType}
          onChange={({ target }) => change({ taxIdType: target.value })}
        />
        <TextField
          label="Tax ID (optional)"
          name="taxId"
          autoComplete="off"
          hint={example && `Such as ${example}`}
          value={typed.taxId}
          error={wrong['taxId'] ?? (isTaxIdRefused ? errorText(save.error) : undefined)}
          onChange={({ target }) => change({ taxId: target.value })}
        />
      </div>
      <div className="grid2">
        {ADDRESS_FIELDS.map(([name, label, autoComplete]) => (
          <TextField
            key={name}
            label={label}
            name={name}
            autoComplete={autoComplete}
            value={typed.address[name]}
            error={wrong[`address.${name}`]}
            onChange={({ target }) => change({ address: { ...typed.address, [name]: target.value } })}
          />
        ))}
        <SelectField
          label="Country"
          name="country"
          autoComplete="country"
          placeholder="Choose a country"
          options={countries()}
          value={typed.address.country}
          error={wrong['address.country']}
          onChange={({ target }) => change({ address: { ...typed.address, country: target.value } })}
        />
      </div>
      {!isTaxIdRefused && <Refusal error={save.error} />}
      <div className="row dialog-actions">
        <Button variant="secondary" onClick={onClose} disabled={save.isPending}>
          Cancel
        </Button>
        <Button type="submit" busy={save.isPending} busyText="Saving...">
          Save details
        </Button>
      </div>
    </form>
  );
}

/** Edits what invoices show. The form starts over each time it opens. */
export function DetailsDialog({ isOpen, onClose, details }: DetailsDialogProps) {
  return (
    <Dialog open={isOpen} onClose={onClose} width="middle" title="Billing details">
      <DetailsForm details={details} onClose={onClose} />
    </Dialog>
  );
}
