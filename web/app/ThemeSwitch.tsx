import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { useTheme } from '#web/ui/theme.ts';

const choices = [
  { theme: 'system', name: 'System theme', Icon: Monitor },
  { theme: 'light', name: 'Light theme', Icon: Sun },
  { theme: 'dark', name: 'Dark theme', Icon: Moon },
] as const;

export function ThemeSwitch() {
  const [chosen, choose] = useTheme();
  return (
    <fieldset className="flex w-fit gap-0.5 rounded-full p-0.5 inset-ring inset-ring-line">
      <legend className="sr-only">Theme</legend>
      {choices.map(({ theme, name, Icon }) => (
        <label
          key={theme}
          title={name}
          className="relative grid size-7 place-items-center rounded-full text-faint transition-colors duration-100 hover:text-ink has-checked:bg-muted has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-spark pointer-coarse:size-10"
        >
          <input
            type="radio"
            name="theme"
            value={theme}
            checked={chosen === theme}
            onChange={() => choose(theme)}
            aria-label={name}
            className="absolute inset-0 appearance-none rounded-full outline-none"
          />
          <Icon size={15} aria-hidden="true" className="pointer-events-none relative" />
        </label>
      ))}
    </fieldset>
  );
}
