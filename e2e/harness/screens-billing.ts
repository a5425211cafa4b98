import { expect, type Page } from '@playwright/test';
import { pageAt, type Screen } from './screen.ts';

/** Plans, payments, and what mails somebody gets. */
export const billingScreens: Screen[] = [
  billingScreen('billing-free', 'newcomer', 'No payments yet'),
  billingScreen('billing-pro', 'founder', '$29.00'),
  billingScreen('billing-developer-canceled', 'developer', 'Keep the subscription'),
  pageAt('/what-your-plan-covers', 'visitor', 'what-your-plan-covers'),
  { name: 'settings-account', who: 'newcomer', open: async (page) => void (await openSettings(page)) },
  {
    name: 'settings-link-sent',
    who: 'newcomer',
    open: async (page) => {
      // Only so many are sent.
      await page.route('**/api/auth/send-verification-email', (route) =>
        route.fulfill({ json: { status: true } }),
      );
      await openSettings(page);
      await page.getByRole('button', { name: 'Send the confirmation link' }).click();
      await expect(page.getByText('It asks once more before it confirms.')).toBeVisible();
    },
  },
  {
    name: 'settings-confirmed',
    who: 'agent',
    open: async (page) => {
      await page.goto('/settings');
      await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
      await expect(page.getByRole('switch')).toHaveCount(6);
    },
  },
];

function billingScreen(name: string, who: Screen['who'], seen: string): Screen {
  return {
    name,
    who,
    open: async (page) => {
      await page.goto('/startup-spark-suite/billing');
      await expect(page.getByText(seen).first()).toBeVisible();
    },
  };
}

async function openSettings(page: Page): Promise<void> {
  await page.goto('/settings');
  await expect(page.getByText('Not confirmed yet')).toBeVisible();
  await expect(page.getByRole('switch')).toHaveCount(6);
}
