import { useState, type FormEvent } from 'react';
import type { Channel } from '#contract/account/factor-limits.ts';
import { friendlyNameSchema, phoneSchema } from '#contract/account/factors.ts';
import type { z } from 'zod';
import { Button } from '#src/ui/button.tsx';
import { Segment } from '#src/ui/segment.tsx';
import { TextField } from '#src/ui/text-field.tsx';
import { Problem } from '../problem.tsx';

export type PhoneWish = { phone: string; friendlyName: string; channel: Channel };
type Checked = { phone: z.output<typeof phoneSchema>; friendlyName: string };

const CHANNELS = [
  { value: 'sms', label: 'SMS' },
  { value: 'whatsapp', label: 'WhatsApp' },
] as const;

type PhoneFormProps = {
  start: PhoneWish;
  isBusy: boolean;
  problem: string | undefined;
  onChange: () => void;
  onSubmit: (entered: PhoneWish, checked: Checked) => void;
};

/** The number, how its codes come, and what to call it. */
export function PhoneForm({ start, isBusy, problem, onChange, onSubmit }: PhoneFormProps) {
  const [wish, setWish] = useState(start);
  const [wrong, setWrong] = useState<{ phone?: string; friendlyName?: string }>({});
  const edit = (changed: Partial<PhoneWish>) => {
    setWish({ ...wish, ...changed });
    setWrong({});
    onChange();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const phone = phoneSchema.safeParse(wish.phone);
    const name = friendlyNameSchema.safeParse(wish.friendlyName);
    setWrong({ phone: phone.error?.issues[0]?.message, friendlyName: name.error?.issues[0]?.message });
    if (phone.success && name.success) onSubmit(wish, { phone: phone.data, friendlyName: name.data });
  };
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <TextField
        label="Phone number"
        name="phone"
        type="tel"
        autoComplete="tel"
        placeholder="+46 70 123 45 67"
        required
        hint="With the country, beginning with a plus."
        value={wish.phone}
        error={wrong.phone}
        onChange={(event) => edit({ phone: event.target.value })}
      />
      <div className="field">
        <p className="label">Send codes by</p>
        <Segment
          label="Send codes by"
          options={CHANNELS}
          value={wish.channel}
          onChange={(channel) => edit({ channel })}
          block
        />
      </div>
      <TextField
        label="Name"
        name="friendlyName"
        autoComplete="off"
        required
        value={wish.friendlyName}
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
