import { createContext, type ReactNode, use, useId } from 'react';

type FieldControl = {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  required: boolean | undefined;
};

const FieldContext = createContext<FieldControl | null>(null);

type FieldProps = {
  label: ReactNode;
  /** At the other end of the label's line. */
  aside?: ReactNode;
  help?: ReactNode;
  /** Shown instead of the help and read out at once. */
  error?: ReactNode;
  required?: boolean;
  children: ReactNode;
  className?: string;
};

/** Label above, help or error below; the one control inside takes its wiring from here. */
export function Field({ label, aside, help, error, required, children, className }: FieldProps) {
  const id = useId();
  const note = `${id}-note`;
  const beside = `${id}-aside`;
  const notes = [aside && beside, (error || help) && note].filter(Boolean).join(' ');
  const control: FieldControl = {
    id,
    'aria-describedby': notes || undefined,
    'aria-invalid': error ? true : undefined,
    required,
  };
  return (
    <div className={className}>
      <div className="mb-1.5 flex items-baseline justify-between gap-x-2 text-[0.8125rem] leading-5">
        <label htmlFor={id} className="block w-fit font-medium wrap-anywhere">
          {label}
        </label>
        {aside ? (
          <span id={beside} className="shrink-0 text-meta text-faint">
            {aside}
          </span>
        ) : null}
      </div>
      <FieldContext value={control}>{children}</FieldContext>
      {error ? (
        <p id={note} role="alert" className="mt-1.5 text-meta text-bad">
          {error}
        </p>
      ) : null}
      {help && !error ? (
        <p id={note} className="mt-1.5 text-meta text-faint">
          {help}
        </p>
      ) : null}
    </div>
  );
}

/** Props of a control inside a Field; empty outside of one. */
export function useFieldControl(): Partial<FieldControl> {
  return use(FieldContext) ?? {};
}
