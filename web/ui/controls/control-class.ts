/** The shared look of everything that can be typed into or chosen from. */
export const controlClass =
  'w-full rounded-s bg-card text-sm text-ink inset-ring inset-ring-line transition-shadow duration-100 ' +
  'hover:not-disabled:not-aria-invalid:inset-ring-edge aria-invalid:inset-ring-[1.5px] aria-invalid:inset-ring-bad ' +
  'disabled:cursor-not-allowed disabled:bg-muted disabled:text-soft pointer-coarse:text-base';
