import { useState } from 'react';
import { TextField } from '#src/ui/forms/text-field.tsx';

type NumberFieldProps = {
  label: string;
  hint?: string;
  min: number;
  max: number;
  value: number;
  onChange: (value: number) => void;
};

/** A whole number. What is typed stays as it is until it is a number that may stand there. */
export function NumberField({ label, hint, min, max, value, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const number = Number(typed ?? value);
  const isFine = typed === null || (typed.trim() !== '' && Number.isInteger(number) && number >= min && number <= max);
  return (
    <TextField
      label={label}
      hint={hint}
      type="number"
      inputMode="numeric"
      min={min}
      max={max}
      error={isFine ? undefined : `Please enter a whole number from ${min} to ${max}.`}
      value={typed ?? String(value)}
      onChange={({ target }) => {
        setTyped(target.value);
        const next = Number(target.value);
        if (target.value.trim() !== '' && Number.isInteger(next) && next >= min && next <= max) onChange(next);
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
