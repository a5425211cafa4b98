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
  help?: ReactNode;
  /** Shown instead of the help and read out at once. */
  error?: ReactNode;
  required?: boolean;
  children: ReactNode;
  className?: string;
};

/** Label above, help or error below; the one control inside takes its wiring from here. */
export function Field({ label, help, error, required, children, className }: FieldProps) {
  const id = useId();
  const note = `${id}-note`;
  const control: FieldControl = {
    id,
    'aria-describedby': error || help ? note : undefined,
    'aria-invalid': error ? true : undefined,
    required,
  };
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block w-fit text-[0.8125rem] leading-5 font-medium wrap-anywhere">
        {label}
      </label>
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
