import { forumLimit, type Product } from '#shared/contracts/opportunities.ts';
import { message } from '#shared/messages/catalogue.ts';
import { readForumHost, readForums } from '#shared/rules/outreach/places/forum-addresses.ts';
import { isWebAddress } from '#shared/rules/text/web-address.ts';
import type { ProductDraft } from './product-draft.ts';

/** Query of a search. */
export type ProductQuery = { product: Product; forums: string[] };

/** Problems, by the fields' names in the order of the form. */
export type ProductErrors = Partial<Record<keyof ProductDraft, string>>;

type Checked = { errors: ProductErrors; toast: 'product_fields_missing' | 'product_url_invalid' | null };

/** Problems of the form (specification 5, Campaign); the server checks the same again. */
export function checkProduct(draft: ProductDraft): Checked {
  const url = draft.url.trim();
  const missing = {
    name: isBlank(draft.name) ? 'Enter the name of your product or service.' : undefined,
    url: isBlank(url) ? 'Enter its address.' : undefined,
    description: isBlank(draft.description) ? 'Describe your product or service.' : undefined,
  };
  const badUrl = url && !isWebAddress(url) ? message('product_url_invalid').text : undefined;
  const found: ProductErrors = {
    name: missing.name ?? excess(draft.name, 200),
    url: missing.url ?? badUrl ?? excess(url, 2_000),
    description: missing.description ?? excess(draft.description, 10_000),
    forums: forumProblem(readForums(draft.forums)),
  };
  const errors = Object.fromEntries(Object.entries(found).filter(([, text]) => text !== undefined));
  const isMissing = Object.values(missing).some((text) => text !== undefined);
  return { errors, toast: isMissing ? 'product_fields_missing' : badUrl ? 'product_url_invalid' : null };
}

/** A form without errors as the server takes it. */
export function queryOf({ name, url, description, forums }: ProductDraft): ProductQuery {
  return {
    product: { name: name.trim(), url: url.trim(), description: description.trim() },
    forums: readForums(forums),
  };
}

function forumProblem(forums: string[]): string | undefined {
  if (forums.length > forumLimit) return `Up to ${forumLimit} forums can be searched as well.`;
  const odd = forums.find((forum) => !readForumHost(forum));
  return odd && message('forum_not_allowed', { forum: odd }).text;
}

function excess(typed: string, most: number): string | undefined {
  const over = typed.trim().length - most;
  if (over <= 0) return undefined;
  const characters = over === 1 ? 'character' : 'characters';
  return `${over.toLocaleString()} ${characters} too many. Nothing is cut off; please shorten the text.`;
}

function isBlank(typed: string): boolean {
  return typed.trim() === '';
}
