import { clsx } from 'clsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';
export type ButtonSize = 'm' | 'l';
export type ButtonLook = { variant?: ButtonVariant; size?: ButtonSize };

const base =
  'relative inline-flex shrink-0 items-center justify-center gap-2 font-medium whitespace-nowrap select-none ' +
  'transition-colors duration-100 disabled:cursor-not-allowed disabled:opacity-50 [&_svg]:shrink-0 print:hidden';

const variants: Record<ButtonVariant, string> = {
  primary: 'bg-primary text-on-primary hover:not-disabled:bg-primary-hover',
  secondary: 'bg-lifted text-ink inset-ring inset-ring-line hover:not-disabled:bg-lifted-hover',
  quiet: 'text-soft hover:not-disabled:bg-muted hover:not-disabled:text-ink',
  danger: 'bg-bad-wash text-bad inset-ring inset-ring-transparent hover:not-disabled:inset-ring-bad',
};

const sizes: Record<ButtonSize, string> = {
  m: 'h-control rounded-s px-3.5 text-sm',
  l: 'h-11.5 rounded-[10px] px-5.5 text-base',
};

/** The look of a button, for links that lead somewhere but should look like one. */
export function buttonClass({ variant = 'secondary', size = 'm' }: ButtonLook = {}, className?: string) {
  return clsx(base, variants[variant], sizes[size], className);
}
