import { Menu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { getTheme, setTheme, type ThemeChoice as Choice } from '#src/lib/theme.ts';

const CHOICES: readonly { value: Choice; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
];

/** Light, dark or as the system says, inside a menu. */
export function ThemeChoice() {
  const [choice, setChoice] = useState(getTheme);
  const choose = (value: Choice) => {
    setTheme(value);
    setChoice(value);
  };
  return (
    <Menu.Group className="menu-group">
      <Menu.GroupLabel className="menu-label">Theme</Menu.GroupLabel>
      <Menu.RadioGroup value={choice} onValueChange={choose}>
        {CHOICES.map(({ value, label }) => (
          <Menu.RadioItem key={value} className="menu-item" value={value}>
            <span className="grow">{label}</span>
            <Menu.RadioItemIndicator>
              <Check className="icon sm" aria-hidden="true" />
            </Menu.RadioItemIndicator>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </Menu.Group>
  );
}
