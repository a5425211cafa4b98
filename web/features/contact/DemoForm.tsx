import { useState } from 'react';
import { longestNote } from '#shared/contracts/contact.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { HumanCheck } from '#web/ui/HumanCheck.tsx';
import { NotSent } from '#web/ui/NotSent.tsx';
import { OptionalLabel } from '#web/ui/OptionalLabel.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import type { DemoField } from './demo-fields.ts';
import { demoDays, proposeTime } from './demo-time.ts';
import { describeRoom } from './room.ts';
import { ownTimeZone, type useDemo } from './use-demo.ts';

type DemoFormProps = { demo: ReturnType<typeof useDemo>; onCancel: () => void };

export function DemoForm({ demo, onCancel }: DemoFormProps) {
  const { typed, errors, failure, busy, signs } = demo;
  const [openedAt] = useState(() => new Date());
  const values = { fullName: '', email: '', note: '', ...proposeTime(openedAt), ...typed };

  const bind = (field: DemoField) => demo.bind(field, values);

  return (
    <form onSubmit={(event) => demo.submit(event, values)} noValidate className="grid grid-cols-1 gap-4">
      <Field label="Name" required error={errors.fullName}>
        <TextInput {...bind('fullName')} autoComplete="name" maxLength={200} dir="auto" />
      </Field>
      <Field label="Email" required error={errors.email}>
        <TextInput {...bind('email')} type="email" autoComplete="email" maxLength={320} />
      </Field>
      <div className="grid grid-cols-1 gap-x-3 gap-y-1.5 min-[22.5rem]:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)]">
        <Field label="Date" required error={errors.date}>
          <TextInput {...bind('date')} type="date" {...demoDays(openedAt)} />
        </Field>
        <Field label="Time" required error={errors.time}>
          <TextInput {...bind('time')} type="time" step={900} />
        </Field>
        <p className="col-span-full text-meta text-faint">Your time zone: {ownTimeZone()}.</p>
      </div>
      <Field
        label={<OptionalLabel>Note</OptionalLabel>}
        error={errors.note}
        help={describeRoom(values.note, longestNote) ?? 'What you would like to see or ask.'}
      >
        <TextArea {...bind('note')} rows={3} autoGrow dir="auto" className="max-h-[30dvh]" />
      </Field>
      {failure ? <NotSent reason={failure} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" busy={busy} busyText="Sending...">
          Send Request
        </Button>
      </div>
      <HumanCheck ref={signs} />
    </form>
  );
}
