// @vitest-environment page
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { Receipt } from '#shared/contracts/receipt.ts';
import { ReceiptNote } from './ReceiptNote.tsx';

const receipt: Receipt = {
  model: 'a-model',
  at: '2026-11-21T09:12:00.000Z',
  promptVersion: 'ideation-1',
  step: 'strict',
};

const fact = (name: string) => screen.getByText(name).nextElementSibling;

it('stays closed until somebody asks, and says then what, when, how', async () => {
  render(<ReceiptNote receipt={receipt} subject="Market Research" />);
  const note = screen.getByText('How this was written').closest('details');
  expect(note?.open).toBe(false);
  await userEvent.click(screen.getByText('How this was written'));
  expect(note?.open).toBe(true);
  expect(fact('Written by')?.textContent).toBe('a-model');
  expect(fact('When')?.querySelector('time')?.dateTime).toBe(receipt.at);
  expect(note?.textContent).not.toMatch(/JSON|prompt|ideation-1|What came back/i);
});

it('names what it is about for people who can’t see its place', () => {
  render(<ReceiptNote receipt={receipt} subject="Market Research" />);
  expect(screen.getByText('How this was written').closest('summary')?.textContent).toBe(
    'How this was written: Market Research',
  );
});

it.each<[Receipt['step'], RegExp]>([
  ['object', /^Complete, with small mistakes mended/],
  ['fence', /^Complete, without the words around it$/],
  ['loose', /loose lines$/],
  ['raw', /shown as it came$/],
  ['unfinished', /^Stopped early/],
])('says in plain words how a reply was read: %s', (step, words) => {
  render(<ReceiptNote receipt={{ ...receipt, step }} subject="A text" />);
  expect(fact('What came back')?.textContent).toMatch(words);
});

it('tells a text without a model from one without a receipt', () => {
  const { rerender } = render(<ReceiptNote receipt={{ ...receipt, model: null }} subject="A text" />);
  expect(fact('Written by')?.textContent).toBe('Without a model');
  rerender(<ReceiptNote receipt={null} subject="A text" />);
  expect(screen.getByText('Written by fixed rules, without a model.')).toBeDefined();
  rerender(<ReceiptNote receipt={null} subject="A text" withoutReceipt="Made before receipts were kept." />);
  expect(screen.getByText('Made before receipts were kept.')).toBeDefined();
});

it('shows no broken time', () => {
  render(<ReceiptNote receipt={{ ...receipt, at: 'yesterday' }} subject="A text" />);
  expect(fact('When')?.textContent).toBe('Not known');
});
