// @vitest-environment page
import { render } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { PrintSheet } from './PrintSheet.tsx';

it('prints the title, the date and the text beside the page, and is gone afterwards', () => {
  document.title = 'The dashboard';
  const seen: { title: string; sheet: string | null | undefined }[] = [];
  const print = () =>
    seen.push({ title: document.title, sheet: document.querySelector('body > .print-sheet')?.textContent });
  vi.stubGlobal('print', print);
  const onDone = vi.fn();
  const { unmount } = render(
    <PrintSheet title="Two Homes" date="1 May 2026" text={'### Market\n\nTen homes.'} onDone={onDone} />,
  );
  expect(seen).toEqual([{ title: 'Two Homes', sheet: 'Two Homes1 May 2026Market\nTen homes.' }]);
  dispatchEvent(new Event('afterprint'));
  expect(onDone).toHaveBeenCalledOnce();
  unmount();
  expect(document.querySelector('.print-sheet')).toBeNull();
  expect(document.title).toBe('The dashboard');
});
