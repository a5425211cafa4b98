import { type FormEvent, useEffect, useState } from 'react';
import { readConfig } from '#shared/contracts/config.ts';
import { type Delivery, longestAheadDays, longestNote, requestDemo } from '#shared/contracts/contact.ts';
import { type MessageCode, type MessageParams, message } from '#shared/messages/catalogue.ts';
import { isEmail } from '#shared/rules/text/addresses.ts';
import { call } from '#web/api/call.ts';
import type { Failure } from '#web/api/failure-message.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { HumanCheck } from '#web/ui/controls/HumanCheck.tsx';
import { OptionalLabel } from '#web/ui/controls/OptionalLabel.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { MailOutcome } from '#web/ui/states/MailOutcome.tsx';
import { NotSent } from '#web/ui/states/NotSent.tsx';
import { demoDays, proposeTime, readTime } from './demo-time.ts';
import { describeRoom, useMessageForm } from './use-message-form.ts';

export type DemoDialogProps = { open: boolean; onClose: () => void };

/** Asks for a time; what is typed stays when it is closed, until it is sent. */
export function DemoDialog({ open, onClose }: DemoDialogProps) {
  const demo = useDemo();
  const { delivery } = demo;
  const close = () => {
    demo.startOver();
    onClose();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      size="s"
      title="Book a Demo"
      description={delivery ? undefined : description}
    >
      {delivery ? (
        <DemoOutcome delivery={delivery} onClose={close} />
      ) : (
        <DemoForm demo={demo} onCancel={close} />
      )}
    </Dialog>
  );
}

const description = 'Half an hour with one of us. We confirm the time by e-mail.';

function DemoOutcome({ delivery, onClose }: { delivery: Delivery['delivery']; onClose: () => void }) {
  return (
    <MailOutcome
      plain
      delivery={delivery}
      notice={message(sentCodes[delivery])}
      outboxUrl={useOutboxUrl()}
      action={<Button onClick={onClose}>Close</Button>}
    />
  );
}

/** Asked for here, because the landing page does without the cache that every other page has. */
function useOutboxUrl(): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    call(readConfig, {}).then(
      ({ outboxUrl }) => setUrl(outboxUrl),
      // The result of the request is shown all the same.
      () => {},
    );
  }, []);
  return url;
}

type DemoFormProps = { demo: ReturnType<typeof useDemo>; onCancel: () => void };

function DemoForm({ demo, onCancel }: DemoFormProps) {
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

/** Text, problems and result of a demo request. Closing the dialog keeps the text. */
function useDemo() {
  const { typed, clear, errors, refuse, bind, delivery, setDelivery, busy, failure, signs, send } =
    useMessageForm<DemoField>('demo');

  async function submit(event: FormEvent<HTMLFormElement>, values: DemoValues) {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy) return;
    const { errors: found, toast, startsAt } = checkDemo(values, new Date());
    if (toast) showToast(message(toast.code, toast.params));
    if (refuse(form, found) || !startsAt) return;
    const body = { ...trimmed(values), startsAt, timeZone: ownTimeZone() };
    const reply = await send(
      (humanSigns) => call(requestDemo, { body: { ...body, ...humanSigns } }),
      (answer) => refuse(form, errorsOf(answer)),
    );
    if (!reply) return;
    showToast(message(sentCodes[reply.delivery]));
    setDelivery(reply.delivery);
    const { fullName, email } = values;
    clear({ fullName, email });
  }

  return {
    typed,
    errors,
    failure,
    busy,
    delivery,
    signs,
    bind,
    submit,
    startOver: () => setDelivery(undefined),
  };
}

/** The visitor's own, as an IANA name. */
function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

const sentCodes = { sent: 'demo_sent', kept: 'demo_kept', refused: 'demo_refused' } as const;

function errorsOf({ code, notice }: Failure): DemoErrors {
  if (code === 'email_invalid') return { email: notice.text };
  return code === 'demo_time_invalid' ? { date: notice.text } : {};
}

function trimmed({ fullName, email, note }: DemoValues) {
  return { fullName: fullName.trim(), email: email.trim(), note: note.trim() || undefined };
}

type DemoField = 'fullName' | 'email' | 'date' | 'time' | 'note';
type DemoValues = Record<DemoField, string>;
type DemoErrors = Partial<Record<DemoField, string>>;

type Checked = {
  /** In the order of the form. */
  errors: DemoErrors;
  /** The one toast for them; none where the field alone says it better. */
  toast?: { code: MessageCode; params?: MessageParams } | undefined;
  /** ISO 8601, when nothing is wrong. */
  startsAt?: string;
};

const days = { days: longestAheadDays };

/** Problems of a demo request; the server checks the same again. */
function checkDemo(values: DemoValues, now: Date): Checked {
  const errors: DemoErrors = {};
  if (!values.fullName.trim()) errors.fullName = 'Enter your name.';
  if (!values.email.trim()) errors.email = 'Enter your email.';
  else if (!isEmail(values.email.trim())) errors.email = message('email_invalid').text;
  if (!values.date) errors.date = 'Choose a date.';
  if (!values.time) errors.time = 'Choose a time.';
  const moment = values.date && values.time ? readTime(values, now) : undefined;
  if (moment === 'outside') errors.date = message('demo_time_invalid', days).text;
  if (moment === 'skipped') errors.time = 'The clocks skip this time on that day. Choose another.';
  if (values.note.length > longestNote) errors.note = describeRoom(values.note, longestNote);
  const startsAt = moment instanceof Date ? moment.toISOString() : undefined;
  if (Object.keys(errors).length === 0 && startsAt) return { errors, startsAt };
  return { errors, toast: toastFor(values, errors, moment === 'outside') };
}

function toastFor(values: DemoValues, errors: DemoErrors, isOutside: boolean): Checked['toast'] {
  const { fullName, email, date, time } = values;
  if ([fullName, email, date, time].some((value) => !value.trim())) return { code: 'demo_missing_fields' };
  if (errors.email) return { code: 'email_invalid' };
  if (isOutside) return { code: 'demo_time_invalid', params: days };
}
