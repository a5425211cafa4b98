import { expect } from '@playwright/test';
import { dialog } from '#e2e/harness/founder.ts';
import { history } from '#e2e/harness/outreach-screen.ts';
import { findScreens } from './find.ts';
import { dashboard, type Screen } from './screen.ts';

const dashboardScreens: Screen[] = [
  {
    name: 'dashboard-outreach',
    who: 'marketer',
    open: async (page) => {
      await page.goto(dashboard);
      await expect(history(page).getByRole('article')).toHaveCount(11);
      await expect(page.getByRole('table').last()).toBeVisible();
    },
  },
  {
    name: 'dashboard-outreach-empty',
    who: 'launcher',
    open: async (page) => {
      await page.goto(dashboard);
      await expect(page.getByText('No conversations yet')).toBeVisible();
      await expect(page.getByText('Nobody has come yet')).toBeVisible();
    },
  },
  {
    name: 'dashboard-outreach-read-only',
    who: 'lapsed',
    open: async (page) => {
      await page.goto(dashboard);
      await expect(page.getByText('Your plan no longer includes campaigns.')).toBeVisible();
      await expect(history(page).getByRole('article')).toHaveCount(1);
    },
  },
  ...(['READY', 'POSTED', 'FAILED', 'UNCONFIRMED', 'REJECTED'] as const).map(historyScreen),
  {
    name: 'history-details',
    who: 'marketer',
    open: async (page) => {
      await page.goto(dashboard);
      await expect(history(page).getByRole('article')).toHaveCount(11);
      await history(page).getByText('Post, reasons and whole text').first().click();
    },
  },
  {
    name: 'campaign-edited',
    who: 'marketer',
    open: async (page) => {
      await page.goto(dashboard);
      await expect(history(page).getByRole('article')).toHaveCount(11);
      const campaigns = page.getByRole('region', { name: 'Active Campaigns' });
      await campaigns.getByText('Sources (1 of 4 failed)').click();
      await campaigns.getByRole('button', { name: 'Edit keywords' }).first().click();
      await campaigns.getByLabel('Keywords').fill('');
      await campaigns.getByRole('button', { name: 'Save' }).click();
      await expect(campaigns.getByText('At least one keyword is needed.')).toBeVisible();
    },
  },
];

function historyScreen(status: string): Screen {
  return {
    name: `history-${status.toLowerCase()}`,
    who: 'marketer',
    open: async (page) => {
      await page.goto(dashboard);
      await expect(history(page).getByRole('article')).toHaveCount(11);
      await history(page).getByLabel('Status').selectOption(status);
      await expect(history(page).getByRole('article')).not.toHaveCount(11);
      await history(page).scrollIntoViewIfNeeded();
    },
  };
}

const editorScreens: Screen[] = [
  editorScreen(
    'reply-editor',
    'How do you chase late invoices',
    'Approve',
    'Answer: try Invoice Chaser, it is great.',
  ),
  editorScreen('reply-editor-draft', 'Clients who pay late', 'Edit before approving', null),
];

function editorScreen(name: string, title: string, button: string, typed: string | null): Screen {
  return {
    name,
    who: 'marketer',
    tall: true,
    open: async (page) => {
      await page.goto(dashboard);
      await expect(history(page).getByRole('article')).toHaveCount(11);
      const row = history(page).getByRole('article').filter({ hasText: title }).first();
      await row.getByRole('button', { name: button, exact: true }).click();
      const editor = page.getByRole('dialog');
      await expect(editor.getByRole('region', { name: 'Promotion budget' })).toBeVisible();
      if (typed) await editor.getByRole('textbox').fill(typed);
    },
  };
}

const settingsScreens: Screen[] = [
  {
    name: 'settings-posting',
    who: 'marketer',
    open: async (page) => {
      await page.goto('/settings');
      await expect(page.getByRole('switch', { name: 'Enable automated posting' })).toBeVisible();
      await expect(page.getByRole('article', { name: /^mia on / })).toBeVisible();
      await page
        .getByText(/^Rules of /)
        .first()
        .click();
    },
  },
  {
    name: 'settings-posting-read-only',
    who: 'lapsed',
    open: async (page) => {
      await page.goto('/settings');
      await expect(page.getByText(/Automated posting needs the Developer plan\./)).toBeVisible();
    },
  },
  {
    name: 'settings-no-campaign',
    who: 'launcher',
    open: async (page) => {
      await page.goto('/settings');
      await expect(page.getByText('Create a campaign to manage automated posting settings.')).toBeVisible();
    },
  },
  {
    name: 'settings-link-account',
    who: 'launcher',
    open: async (page) => {
      await page.goto('/settings');
      const link = page.getByRole('region', { name: 'Link an account' });
      await link.getByLabel('Source').selectOption('lemmy');
      await link.getByRole('button', { name: 'Link Lemmy account' }).click();
      await expect(link.getByRole('alert').first()).toBeVisible();
    },
  },
];

const linkScreens: Screen[] = [
  linkScreen('hn-link', 'waiting', 'Press Check'),
  linkScreen('hn-link-linked', 'linked', 'Account linked'),
  linkScreen('hn-link-expired', 'expired', 'This page is too old. Close it and press Link again.'),
  {
    name: 'hn-link-sign-in',
    who: 'marketer',
    open: async (page, { linkPaths }) => {
      // A forum that allows it: Hacker News itself never does.
      await page.route('**/api/hn/links/*', async (route) => {
        const response = await route.fetch();
        const link = {
          ...(await response.json()),
          signInOffered: true,
          forumUrl: 'https://forum.example.com',
        };
        await route.fulfill({ response, json: link });
      });
      await page.goto(linkPaths.waiting);
      await expect(page.getByRole('heading', { name: 'Or sign in once' })).toBeVisible();
      await page.getByRole('button', { name: 'Sign in once' }).click();
    },
  },
  {
    name: 'hn-link-unknown',
    who: 'launcher',
    open: async (page, { linkPaths }) => {
      await page.goto(linkPaths.waiting);
      await expect(page.getByText('There is no such page for this account.')).toBeVisible();
    },
  },
  {
    name: 'hn-link-signed-out',
    who: 'visitor',
    open: async (page, { linkPaths }) => {
      await page.goto(linkPaths.waiting);
      // The dialog opens by itself and hides the page's heading from the accessibility tree.
      await expect(dialog(page, 'Welcome to Startup Spark')).toBeVisible();
    },
  },
];

function linkScreen(name: string, which: 'waiting' | 'linked' | 'expired', seen: string): Screen {
  return {
    name,
    who: 'marketer',
    open: async (page, { linkPaths }) => {
      await page.goto(linkPaths[which]);
      await expect(page.getByText(seen)).toBeVisible();
    },
  };
}

/** Finding conversations, replying to them, and what came of it. */
export const outreachScreens: Screen[] = [
  ...findScreens,
  ...dashboardScreens,
  ...editorScreens,
  ...settingsScreens,
  ...linkScreens,
];
