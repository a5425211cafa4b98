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
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 sm:grid-cols-[7rem_minmax(0,1fr)_auto]">
        <span className="text-soft">{label}</span>
        <span className="row-start-2 wrap-anywhere sm:col-start-2 sm:row-start-1" dir="auto">
          {value}
        </span>
        <span className="col-start-2 row-span-2 row-start-1 sm:col-start-3 sm:row-span-1">{action}</span>
      </div>
      {children}
    </li>
  );
}
