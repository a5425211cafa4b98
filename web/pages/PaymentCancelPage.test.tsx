// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { PaymentCancelPage } from './PaymentCancelPage.tsx';

afterEach(cleanup);

it('says that nothing was charged, and leads back to the dashboard', () => {
  render(
    <MemoryRouter>
      <PaymentCancelPage />
    </MemoryRouter>,
  );
  expect(screen.getByRole('heading', { name: 'Payment Canceled' })).toBeDefined();
  expect(screen.getByText('You have not been charged')).toBeDefined();
  expect(screen.getByRole('link').getAttribute('href')).toBe('/startup-spark-suite/dashboard');
});
