import { useEffect } from 'react';
import { productName } from '#shared/rules/product.ts';

/** Names the browser's tab after the page; without a name it is the product's own. */
export function useTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${productName}` : productName;
  }, [title]);
}
