import { useSyncExternalStore } from 'react';
import { browserStorage } from '#core/web/session/browser-storage.ts';
import { MonitorIcon, MoonIcon, SunIcon } from '#core/web/ui/icons.tsx';

/** `system` follows the device and is stored as an absent value. */
type Theme = 'system' | 'light' | 'dark';

export const THEME_KEY = 'tezi:theme';

/** Returns the chosen theme, or `undefined` before hydration. */
export function useTheme(): Theme | undefined {
  return useSyncExternalStore<Theme | undefined>(subscribe, readTheme, () => undefined);
}

function chooseTheme(theme: Theme): void {
  if (theme === 'system') browserStorage.remove(THEME_KEY);
  else browserStorage.set(THEME_KEY, theme);
  notifyListeners();
}

/** Sets the theme on `<html>`, as the inline script does before the first paint, and the color of the browser's bars. */
export function applyTheme(): void {
  const theme = readTheme();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.media.includes('dark') ? 'dark' : 'light';
    meta.content = THEME_COLORS[theme === 'system' ? own : theme];
  }
}

/** The background of the page in each theme, as in app.css. */
export const THEME_COLORS = { light: '#f6f4ee', dark: '#141310' };

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', onStorage);
  };
}

function onStorage(event: StorageEvent): void {
  if (event.key === null || event.key === THEME_KEY) notifyListeners();
}

function notifyListeners(): void {
  applyTheme();
  for (const listener of listeners) listener();
}

function readTheme(): Theme {
  const stored = browserStorage.get(THEME_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

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
