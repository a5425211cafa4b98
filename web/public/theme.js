// Loaded before the first paint and outside the bundle: the page must never flash in the wrong theme.
(() => {
  const systemDark = matchMedia('(prefers-color-scheme: dark)');

  function apply() {
    const dark = choice() === 'dark' || (choice() === 'system' && systemDark.matches);
    document.documentElement.classList.toggle('dark', dark);
  }

  function choice() {
    try {
      const stored = localStorage.getItem('theme');
      return stored === 'light' || stored === 'dark' ? stored : 'system';
    } catch {
      return 'system';
    }
  }

  apply();
  systemDark.addEventListener('change', apply);
  addEventListener('storage', apply);
  addEventListener('themechange', apply);
})();
