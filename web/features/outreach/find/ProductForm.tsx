import { type ComponentProps, type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { forumLimit } from '#shared/contracts/opportunities.ts';
import { message } from '#shared/messages/catalogue.ts';
import { sourceLabels } from '#shared/rules/outreach/places/source-labels.ts';
import { completeWebAddress } from '#shared/rules/text/web-address.ts';
import { useConfig } from '#web/api/config.ts';
import { Field } from '#web/ui/controls/Field.tsx';
import { OptionalLabel } from '#web/ui/controls/OptionalLabel.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { focusFirst } from '#web/ui/overlays/focus-first.ts';
import { dismissError, showToast } from '#web/ui/overlays/toast.ts';
import { checkProduct, type ProductErrors, type ProductQuery, queryOf } from './check-product.ts';
import type { OutreachFailure } from './outreach-failure.ts';
import type { ProductDraft } from './product-draft.ts';

type ProductFormProps = {
  id: string;
  draft: ProductDraft;
  /** A search for what is here is under way. */
  isReadOnly: boolean;
  onChange: (change: Partial<ProductDraft>) => void;
  /** Gives why it came to nothing, if it did. */
  onSubmit: (query: ProductQuery) => Promise<OutreachFailure | null>;
};

export function ProductForm({ id, draft, isReadOnly, onChange, onSubmit }: ProductFormProps) {
  const [errors, setErrors] = useState<ProductErrors>({});

  /** A field can only take the focus once its error has opened what it is tucked away in. */
  function refuse(form: HTMLFormElement, found: ProductErrors): boolean {
    flushSync(() => setErrors(found));
    return focusFirst(form, found);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isReadOnly) return;
    const form = event.currentTarget;
    const whole = completeUrl();
    const { errors: found, toast } = checkProduct(whole);
    if (toast) showToast(message(toast));
    if (refuse(form, found)) return;
    dismissError();
    const failure = await onSubmit(queryOf(whole));
    if (failure) refuse(form, errorsOf(failure));
  }

  /** Adds the scheme that an address lacks, in sight. */
  function completeUrl(): ProductDraft {
    const address = completeWebAddress(draft.url);
    if (address !== draft.url) onChange({ url: address });
    return { ...draft, url: address };
  }

  const bind = (field: keyof ProductDraft) => ({
    name: field,
    value: draft[field],
    readOnly: isReadOnly,
    onChange(event: { target: { value: string } }) {
      setErrors(({ [field]: _gone, ...rest }) => rest);
      onChange({ [field]: event.target.value });
    },
  });

  return (
    <form id={id} onSubmit={submit} noValidate className="grid grid-cols-1 gap-4">
      <Field label="Product/Service Name" error={errors.name} required>
        <TextInput {...bind('name')} dir="auto" autoComplete="off" />
      </Field>
      <Field label="URL" error={errors.url} required>
        <TextInput
          {...bind('url')}
          onBlur={completeUrl}
          type="url"
          inputMode="url"
          placeholder="https://example.com"
        />
      </Field>
      <Field
        label="Product/Service Description"
        error={errors.description}
        help="Say which problem it solves, and for whom, in the words of people who have it."
        required
      >
        <TextArea {...bind('description')} rows={5} autoGrow dir="auto" className="max-h-[40dvh]" />
      </Field>
      <ForumsField error={errors.forums} control={bind('forums')} />
      <AskedPlaces />
    </form>
  );
}

function AskedPlaces() {
  const places = useConfig().data?.conversationSources ?? [];
  // Its search answers no one without an account.
  const { bluesky } = sourceLabels;
  const always = places.filter((place) => place !== bluesky);
  if (always.length === 0) return null;
  const list = new Intl.ListFormat('en-GB').format(always);
  return (
    <p className="text-meta text-faint">
      Asks {list} for public posts of the last 14 days
      {places.includes(bluesky) ? `, and ${bluesky} if your account there is linked in Settings` : ''}.
    </p>
  );
}

/** Errors of the server that belong to a field. */
export function errorsOf({ code, reason }: OutreachFailure): ProductErrors {
  if (code === 'product_url_invalid') return { url: reason };
  if (code === 'description_without_words') return { description: reason };
  return code === 'forum_not_allowed' ? { forums: reason } : {};
}

type ForumsFieldProps = {
  error: string | undefined;
  control: ComponentProps<typeof TextArea> & { value: string };
};

/** Forums of the owner's own choice; tucked away, because most searches need none. */
function ForumsField({ error, control }: ForumsFieldProps) {
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
