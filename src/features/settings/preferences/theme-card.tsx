import { setTheme, THEME_CHOICES } from '#src/lib/theme.ts';
import { useTheme } from '#src/lib/use-theme.ts';
import { Segment } from '#src/ui/forms/segment.tsx';
import { SettingsCard } from '../settings-card.tsx';

/** Light, dark or the system's choice, applied immediately and only in this browser. */
export function ThemeCard() {
  const choice = useTheme();
  return (
    <SettingsCard title="Theme" lead="For this browser. It changes right away.">
      <Segment label="Theme" options={THEME_CHOICES} value={choice} onChange={setTheme} />
    </SettingsCard>
  );
}
