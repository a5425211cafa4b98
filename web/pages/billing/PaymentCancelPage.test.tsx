// @vitest-environment page

import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { readPostPaymentRedirect, savePostPaymentRedirect } from '#web/features/billing/payment-notes.ts';
import { PaymentCancelPage } from './PaymentCancelPage.tsx';

const dashboard = '/startup-spark-suite/dashboard';

function show() {
  render(
    <MemoryRouter>
      <PaymentCancelPage />
    </MemoryRouter>,
  );
}

const links = () => screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);

it('says that nothing was charged, and leads back to the dashboard and to the plans', () => {
  show();
  expect(screen.getByRole('heading', { name: 'Payment Canceled' })).toBeDefined();
  expect(screen.getByText('You have not been charged')).toBeDefined();
  expect(links()).toEqual([
    ['Try again', `${dashboard}#pricing`],
    ['Back to the dashboard', dashboard],
  ]);
});

it('leads back to what was begun, and forgets it then', async () => {
  savePostPaymentRedirect(`${dashboard}?modal=jobForm`);
  show();
  expect(links()).toContainEqual(['Continue without upgrading', `${dashboard}?modal=jobForm`]);
  expect(readPostPaymentRedirect()).toBe(`${dashboard}?modal=jobForm`);
  await userEvent.click(screen.getByRole('link', { name: 'Continue without upgrading' }));
  expect(readPostPaymentRedirect()).toBeNull();
});

it('does not lead back to a tool that the plan does not have', () => {
  savePostPaymentRedirect(`${dashboard}?modal=showPocModal`);
  show();
  expect(screen.queryByRole('link', { name: 'Continue without upgrading' })).toBeNull();
});
