import type { ComponentProps } from 'react';
import { useState } from 'react';
import { forumLimit } from '#shared/contracts/opportunities.ts';
import { Field } from '#web/ui/Field.tsx';
import { OptionalLabel } from '#web/ui/OptionalLabel.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';

type ForumsFieldProps = {
  error: string | undefined;
  control: ComponentProps<typeof TextArea> & { value: string };
};

/** Forums of the owner's own choice; tucked away, because most searches need none. */
export function ForumsField({ error, control }: ForumsFieldProps) {
  const [isOpen, setIsOpen] = useState(control.value.trim() !== '');
  return (
    <details open={isOpen || error !== undefined} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="w-fit cursor-pointer rounded-s text-soft hover:text-ink">
        More places to search
      </summary>
      <Field
        className="mt-3"
        label={<OptionalLabel>Forums to search as well</OptionalLabel>}
        error={error}
        help={`Public Discourse forums, up to ${forumLimit}, one on each line, such as forum.example.com.`}
      >
        <TextArea {...control} rows={2} autoGrow spellCheck={false} />
      </Field>
    </details>
  );
}
