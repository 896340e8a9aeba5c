import { OptionalLabel } from '../forms/optional-label.tsx';
import { TextField } from '../forms/text-field.tsx';

type Names = { fullName: string; businessName: string };
type NameFieldsProps = { draft: Names; errors: Partial<Names>; change: (change: Partial<Names>) => void };

/** The names of the person and their business. */
export function NameFields({ draft, errors, change }: NameFieldsProps) {
  return (
    <div className="grid2">
      <TextField
        label="Your name"
        name="fullName"
        autoComplete="name"
        required
        value={draft.fullName}
        error={errors.fullName}
        onChange={(event) => change({ fullName: event.target.value })}
      />
      <TextField
        label={<OptionalLabel text="Business name" />}
        name="businessName"
        autoComplete="organization"
        value={draft.businessName}
        error={errors.businessName}
        onChange={(event) => change({ businessName: event.target.value })}
      />
    </div>
  );
}
