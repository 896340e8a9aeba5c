import { OptionalLabel } from '../forms/optional-label.tsx';
import { TextField } from '../forms/text-field.tsx';

type Website = { website: string };
type WebsiteFieldProps = {
  draft: Website;
  errors: Partial<Website>;
  change: (change: Website) => void;
  /** Why we ask. */
  hint?: string;
};

/** The address of the business's website. */
export function WebsiteField({ draft, errors, change, hint }: WebsiteFieldProps) {
  return (
    <TextField
      label={<OptionalLabel text="Website" />}
      hint={hint}
      name="website"
      inputMode="url"
      autoComplete="url"
      placeholder="yourshop.com"
      value={draft.website}
      error={errors.website}
      onChange={(event) => change({ website: event.target.value })}
    />
  );
}
