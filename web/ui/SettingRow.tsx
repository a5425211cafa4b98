import type { ReactNode } from 'react';

type SettingRowProps = {
  label: ReactNode;
  value?: ReactNode;
  action?: ReactNode;
  /** Below, as wide as the row. */
  children?: ReactNode;
};

/** One line of a settings card: label, value, action. */
export function SettingRow({ label, value, action, children }: SettingRowProps) {
  return (
    <li className="border-t border-line py-3 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <span className="w-28 shrink-0 text-soft">{label}</span>
        <span className="min-w-40 flex-1 wrap-anywhere" dir="auto">
          {value}
        </span>
        {action}
      </div>
      {children}
    </li>
  );
}
