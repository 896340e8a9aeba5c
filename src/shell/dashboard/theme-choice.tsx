import { Menu } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import { setTheme, THEME_CHOICES } from '#src/lib/theme.ts';
import { useTheme } from '#src/lib/use-theme.ts';

/** Light, dark or the system's choice, inside a menu. */
export function ThemeChoice() {
  const choice = useTheme();
  return (
    <Menu.Group className="menu-group">
      <Menu.GroupLabel className="menu-label">Theme</Menu.GroupLabel>
      <Menu.RadioGroup value={choice} onValueChange={setTheme}>
        {THEME_CHOICES.map(({ value, label }) => (
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
