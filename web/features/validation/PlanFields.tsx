import { Field } from '#web/ui/Field.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import type { PlanPartProps } from './founder-plan.ts';

export function PlanFields({ plan, isReadOnly, onEdit }: PlanPartProps & { isReadOnly: boolean }) {
  return (
    <div className="grid gap-3.5">
      <Field label="App name">
        <TextInput
          dir="auto"
          readOnly={isReadOnly}
          value={plan.appName}
          onChange={(event) => onEdit({ appName: event.target.value })}
        />
      </Field>
      {texts.map(({ name, label, rows }) => (
        <Field key={name} label={label}>
          <TextArea
            autoGrow
            rows={rows}
            dir="auto"
            className="max-h-72 overflow-y-auto"
            readOnly={isReadOnly}
            value={plan[name]}
            onChange={(event) => onEdit({ [name]: event.target.value })}
          />
        </Field>
      ))}
    </div>
  );
}

const texts = [
  { name: 'oneSentencePitch', label: 'One-sentence pitch', rows: 2 },
  { name: 'problemParagraph', label: 'Problem', rows: 3 },
  { name: 'targetAudience', label: 'Target audience', rows: 2 },
] as const;
