import { jobStatus } from '#shared/contracts/support-requests.ts';
import { statusWords } from '#shared/rules/job-status-words.ts';
import { Field } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';
import type { WorkBarProps } from './WorkBar.tsx';

type StatusChoiceProps = WorkBarProps & { disabled: boolean; describedBy: string | undefined };

/** The status as it is wanted, shown at once; what it was comes back when the server refuses. */
export function StatusChoice({ thread, action, disabled, describedBy }: StatusChoiceProps) {
  const { variables: wanted, isPending, mutate } = action;
  const chosen = isPending && wanted.name === 'status' ? wanted.status : thread.status;
  return (
    <Field label="Status">
      <Select
        value={chosen}
        disabled={disabled}
        aria-describedby={describedBy}
        onChange={(event) => mutate({ name: 'status', status: jobStatus.parse(event.target.value) })}
        className="w-40"
      >
        {jobStatus.options.map((status) => (
          <option key={status} value={status}>
            {statusWords[status]}
          </option>
        ))}
      </Select>
    </Field>
  );
}
