import { type ComponentProps, type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import * as z from 'zod/mini';
import { forumLimit, type Product } from '#shared/contracts/outreach/opportunities.ts';
import { message } from '#shared/messages/catalogue.ts';
import { readForumHost, readForums } from '#shared/rules/outreach/places/forum-addresses.ts';
import { sourceLabels } from '#shared/rules/outreach/places/source-labels.ts';
import { completeWebAddress, isWebAddress } from '#shared/rules/text/addresses.ts';
import { storable } from '#shared/rules/text/plain-text.ts';
import { useConfig } from '#web/api/config.ts';
import { draftKey } from '#web/drafts/draft-store.ts';
import { useDraft } from '#web/drafts/use-draft.ts';
import { Field } from '#web/ui/controls/Field.tsx';
import { OptionalLabel } from '#web/ui/controls/OptionalLabel.tsx';
import { TextArea } from '#web/ui/controls/TextArea.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { focusFirst } from '#web/ui/overlays/focus-first.ts';
import { dismissError, showToast } from '#web/ui/overlays/toast.ts';
import type { FindFailure } from './find-failure.tsx';

const productDraft = z.object({
  document: z.object({
    /** Fields of the form, as typed. Each forum has a line. */
    product: z.object({ name: z.string(), url: z.string(), description: z.string(), forums: z.string() }),
  }),
});
type ProductDraft = z.infer<typeof productDraft>['document']['product'];

/** The idea that the search is for, with what is known of it already. */
export type FindStart = { trailId: string; idea: string; appName?: string };

/** Unsent text of the form, one for each idea; an untouched form begins with facts from the idea's trail. */
export function useProductDraft(userId: string, start: FindStart | undefined) {
  const key = draftKey(userId, start ? `campaign:${start.trailId}` : 'campaign');
  const { draft, save } = useDraft(key, productDraft);
  const proposal = { name: start?.appName ?? '', url: '', description: start?.idea ?? '', forums: '' };
  const product = draft?.document.product ?? proposal;
  return {
    draft: product,
    change(change: Partial<ProductDraft>) {
      const clean = Object.entries(change).map(([field, text]) => [field, storable(text)]);
      const next: ProductDraft = { ...product, ...Object.fromEntries(clean) };
      const isProposal = fields.every((field) => next[field] === proposal[field]);
      save(isProposal ? null : { document: { product: next } });
    },
    clear: () => save(null),
  };
}

const fields = ['name', 'url', 'description', 'forums'] as const;

/** Query of a search. */
export type ProductQuery = { product: Product; forums: string[] };

type ProductFormProps = {
  id: string;
  draft: ProductDraft;
  /** A search is running. */
  isReadOnly: boolean;
  onChange: (change: Partial<ProductDraft>) => void;
  /** Returns why it failed, if it did. */
  onSubmit: (query: ProductQuery) => Promise<FindFailure | null>;
};

export function ProductForm({ id, draft, isReadOnly, onChange, onSubmit }: ProductFormProps) {
  const [errors, setErrors] = useState<ProductErrors>({});

  /** A field can take the focus only after its error has opened the fold around it. */
  function showErrors(form: HTMLFormElement, found: ProductErrors): boolean {
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
    if (showErrors(form, found)) return;
    dismissError();
    const { name, url, description, forums } = whole;
    const failure = await onSubmit({
      product: { name: name.trim(), url: url.trim(), description: description.trim() },
      forums: readForums(forums),
    });
    if (failure?.field) showErrors(form, { [failure.field]: failure.reason });
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
      <SearchedPlaces />
    </form>
  );
}

type ForumsFieldProps = {
  error: string | undefined;
  control: ComponentProps<typeof TextArea> & { value: string };
};

/** Forums of the owner's own choice, folded: most searches need none. */
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

function SearchedPlaces() {
  const places = useConfig().data?.conversationSources ?? [];
  // Bluesky's search needs an account.
  const { bluesky } = sourceLabels;
  const always = places.filter((place) => place !== bluesky);
  if (always.length === 0) return null;
  const list = new Intl.ListFormat('en-GB').format(always);
  const linked = places.includes(bluesky)
    ? `, and ${bluesky} if your account there is linked in Settings`
    : '';
  return (
    <p className="text-meta text-faint">{`Asks ${list} for public posts of the last 14 days${linked}.`}</p>
  );
}

/** Problems by field, in the order of the form. */
type ProductErrors = Partial<Record<keyof ProductDraft, string>>;

type CheckedProduct = {
  errors: ProductErrors;
  toast: 'product_fields_missing' | 'product_url_invalid' | null;
};

/** Problems of the form (specification 5, Campaign); the server checks the same again. */
function checkProduct({ name, url, description, forums }: ProductDraft): CheckedProduct {
  const missing = {
    name: name.trim() === '' ? 'Enter the name of your product or service.' : undefined,
    url: url.trim() === '' ? 'Enter its address.' : undefined,
    description: description.trim() === '' ? 'Describe your product or service.' : undefined,
  };
  const badUrl = isWebAddress(url.trim()) ? undefined : message('product_url_invalid').text;
  const found: ProductErrors = {
    name: missing.name ?? findExcess(name, 200),
    url: missing.url ?? badUrl ?? findExcess(url, 2_000),
    description: missing.description ?? findExcess(description, 10_000),
    forums: findForumProblem(readForums(forums)),
  };
  const errors = Object.fromEntries(Object.entries(found).filter(([, text]) => text !== undefined));
  const isMissing = Object.values(missing).some((text) => text !== undefined);
  return { errors, toast: isMissing ? 'product_fields_missing' : badUrl ? 'product_url_invalid' : null };
}

function findForumProblem(forums: string[]): string | undefined {
  if (forums.length > forumLimit) return `Up to ${forumLimit} forums can be searched as well.`;
  const odd = forums.find((forum) => !readForumHost(forum));
  return odd && message('forum_not_allowed', { forum: odd }).text;
}

function findExcess(typed: string, most: number): string | undefined {
  const over = typed.trim().length - most;
  if (over <= 0) return undefined;
  const characters = over === 1 ? 'character' : 'characters';
  return `${over.toLocaleString()} ${characters} too many. Nothing is cut off; please shorten the text.`;
}
