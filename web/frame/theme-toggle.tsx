import { MonitorIcon, MoonIcon, SunIcon } from '#web/ui/icons.tsx';
import { chooseTheme, type Theme, useTheme } from './theme.ts';

/** Switches between system, light and dark. CSS selects the icon, so that it is right before hydration. */
export function ThemeToggle({ className = '' }: { className?: string }) {
  const theme = useTheme();
  return (
    <button
      type="button"
      aria-label={theme ? `Theme: ${theme}` : 'Theme'}
      title={theme && `Theme: ${theme}. Switch to ${NEXT[theme]}.`}
      onClick={() => chooseTheme(NEXT[theme ?? 'system'])}
      className={`needs-script icon-button ${className}`}
    >
      <MonitorIcon className="size-4.5 theme-icon-system" />
      <SunIcon className="size-4.5 theme-icon-light" />
      <MoonIcon className="size-4.5 theme-icon-dark" />
    </button>
  );
}

const NEXT: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };
