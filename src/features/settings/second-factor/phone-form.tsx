import { useState, type FormEvent } from 'react';
import { CHANNEL_NAMES, CHANNELS, type Channel } from '#contract/account/factor-limits.ts';
import { friendlyNameSchema, phoneSchema } from '#contract/account/factors.ts';
import type { z } from 'zod';
import { Button } from '#src/ui/button.tsx';
import { Segment } from '#src/ui/forms/segment.tsx';
import { TextField } from '#src/ui/forms/text-field.tsx';
import { Problem } from '../problem.tsx';

export type PhoneEntry = { phone: string; friendlyName: string; channel: Channel };
type Checked = { phone: z.output<typeof phoneSchema>; friendlyName: string };

const CHANNEL_OPTIONS = CHANNELS.map((value) => ({ value, label: CHANNEL_NAMES[value] }));

type PhoneFormProps = {
  start: PhoneEntry;
  isBusy: boolean;
  problem: string | undefined;
  onChange: () => void;
  onSubmit: (entered: PhoneEntry, checked: Checked) => void;
};

/** The phone number, the channel for its codes, and its name. */
export function PhoneForm({ start, isBusy, problem, onChange, onSubmit }: PhoneFormProps) {
  const [entry, setEntry] = useState(start);
  const [wrong, setWrong] = useState<{ phone?: string; friendlyName?: string }>({});
  const edit = (changed: Partial<PhoneEntry>) => {
    setEntry({ ...entry, ...changed });
    setWrong({});
    onChange();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const phone = phoneSchema.safeParse(entry.phone);
    const name = friendlyNameSchema.safeParse(entry.friendlyName);
    setWrong({ phone: phone.error?.issues[0]?.message, friendlyName: name.error?.issues[0]?.message });
    if (phone.success && name.success) onSubmit(entry, { phone: phone.data, friendlyName: name.data });
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <TextField
        label="Phone number"
        name="phone"
        type="tel"
        autoComplete="tel"
        placeholder="+1 415 555 0132"
        required
        hint="Include the country code, like +1."
        value={entry.phone}
        error={wrong.phone}
        onChange={(event) => edit({ phone: event.target.value })}
      />
      <div className="field">
        <p className="label">Send codes by</p>
        <Segment
          label="Send codes by"
          options={CHANNEL_OPTIONS}
          value={entry.channel}
          onChange={(channel) => edit({ channel })}
          block
        />
      </div>
      <TextField
        label="Name"
        name="friendlyName"
        autoComplete="off"
        required
        value={entry.friendlyName}
        error={wrong.friendlyName}
        onChange={(event) => edit({ friendlyName: event.target.value })}
      />
      <Problem text={problem} />
      <div className="row dialog-actions">
        <Button type="submit" busy={isBusy} busyText="Sending the code...">
          Send a code
        </Button>
      </div>
    </form>
  );
}
