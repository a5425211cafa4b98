import { useEffect } from 'react';
import { productName, productTitle } from '#shared/rules/product.ts';

/** Names the browser's tab after the page; without a name it is the first page. */
export function useTitle(title?: string): void {
  useEffect(() => {
    document.title = title ? `${title} · ${productName}` : productTitle;
  }, [title]);
}
