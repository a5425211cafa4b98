import * as z from 'zod/mini';
import { storable } from '#shared/rules/text/storable.ts';
import { draftKey } from '#web/drafts/draft-key.ts';
import { useDraft } from '#web/drafts/use-draft.ts';

const productDraft = z.object({
  document: z.object({
    /** Fields of the form, as typed. Each forum has a line. */
    product: z.object({ name: z.string(), url: z.string(), description: z.string(), forums: z.string() }),
  }),
});
export type ProductDraft = z.infer<typeof productDraft>['document']['product'];

/** The idea that the search is for, with what is known of it already. */
export type FindStart = { trailId: string; idea: string; appName?: string };

/** Text of the form, typed for this idea before; an untouched form begins with facts from the idea's trail. */
export function useProductDraft(userId: string, start: FindStart | undefined) {
  const key = draftKey(userId, start ? `campaign:${start.trailId}` : 'campaign');
  const { draft, save } = useDraft(key, productDraft);
  const proposal = { name: start?.appName ?? '', url: '', description: start?.idea ?? '', forums: '' };
  const product = draft?.document.product ?? proposal;
  return {
    draft: product,
    /** Keeps only what can be stored of the text. */
    change(change: Partial<ProductDraft>) {
      const clean = Object.entries(change).map(([field, text]) => [field, storable(text)]);
      const next = { ...product, ...Object.fromEntries(clean) };
      save(isSame(next, proposal) ? null : { document: { product: next } });
    },
    /** A campaign has it now. */
    clear: () => save(null),
  };
}

function isSame(one: ProductDraft, other: ProductDraft): boolean {
  return fields.every((field) => one[field] === other[field]);
}

const fields = ['name', 'url', 'description', 'forums'] as const;
