import { useState } from 'react';
import { getTheme, setTheme, type ThemeChoice } from '#src/lib/theme.ts';
import { Segment } from '#src/ui/segment.tsx';
import { SettingsCard } from '../settings-card.tsx';

const CHOICES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
] as const;

/** Light, dark or as the system says, at once and for this browser. */
export function ThemeCard() {
  const [choice, setChoice] = useState(getTheme);
  const choose = (value: ThemeChoice) => {
    setTheme(value);
    setChoice(value);
  };
  return (
    <SettingsCard title="Theme" lead="For this browser. It changes at once.">
      <Segment label="Theme" options={CHOICES} value={choice} onChange={choose} />
    </SettingsCard>
  );
}
