import { AppError } from '#server/app-error.ts';
import type { Product } from '#shared/contracts/outreach/opportunities.ts';
import { readForumHost } from '#shared/rules/outreach/places/forum-addresses.ts';
import { isWebAddress } from '#shared/rules/text/addresses.ts';

/**
 * The product as it is searched for; its address is only read, never called (specification 4, Validation).
 * @throws AppError product_fields_missing, product_url_invalid.
 */
export function checkProduct({ name, url, description }: Product): Product {
  const product = { name: name.trim(), url: url.trim(), description: description.trim() };
  if (!product.name || !product.url || !product.description) throw new AppError('product_fields_missing');
  if (!isWebAddress(product.url)) throw new AppError('product_url_invalid');
  return product;
}

/**
 * The forums' host names, each once; the address of a page gives its host.
 * @throws AppError forum_not_allowed.
 */
export function checkForums(forums: string[]): string[] {
  return [...new Set(forums.map(checkForum))];
}

function checkForum(forum: string): string {
  const host = readForumHost(forum);
  if (!host) throw new AppError('forum_not_allowed', { forum });
  return host;
}
