import { useSyncExternalStore } from 'react';

const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The chosen theme and its setter. `/theme.js` turns the choice into what is seen. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  return [useSyncExternalStore(subscribe, readTheme, () => 'system'), chooseTheme];
}

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem('theme');
    return themes.find((theme) => theme === stored) ?? 'system';
  } catch {
    return 'system';
  }
}

function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem('theme', theme);
  } catch {
    // Storage is switched off: the choice can't be kept, so it isn't made.
  }
  dispatchEvent(new Event('themechange'));
}

function subscribe(changed: () => void): () => void {
  addEventListener('themechange', changed);
  addEventListener('storage', changed);
  return () => {
    removeEventListener('themechange', changed);
    removeEventListener('storage', changed);
  };
}
