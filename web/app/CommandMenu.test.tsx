// @vitest-environment page
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { bareTrail } from '#web/features/trails/trail.fixture.ts';
import { founder } from '#web/testing/accounts.data.ts';
import { address, show } from '#web/testing/show.tsx';
import { refusal, stubServer } from '#web/testing/stub-server.ts';
import { Header } from './Header.tsx';

const slow = { timeout: 8_000 };
const field = () => screen.findByRole('combobox', { name: 'Search ideas, tools and settings' }, slow);
const chosen = () => screen.getByRole('option', { selected: true }).textContent;

it('opens by Ctrl+K, finds an idea by its words and goes there by Enter', async () => {
  stubServer({ 'GET /api/trails': [{ ...bareTrail, appName: 'Two Homes' }] });
  show(<Header />, { user: founder });
  await userEvent.keyboard('{Control>}k{/Control}');
  const input = await field();
  await waitFor(() => expect(document.activeElement).toBe(input));
  await screen.findByRole('option', { name: /Two Homes/ });
  await userEvent.type(await field(), 'homes two{Enter}');
  expect(address()).toBe('/startup-spark-suite/ideas/trail-1');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('is walked by the arrow keys, also from the last to the first', async () => {
  stubServer({ 'GET /api/trails': refusal(500, 'internal', 'Away.') });
  show(<Header />, { user: founder });
  await userEvent.click(screen.getByRole('button', { name: 'Go to' }));
  const input = await field();
  expect(chosen()).toBe('Startup IdeationTool');
  await userEvent.type(input, '{ArrowUp}');
  expect(chosen()).toBe('SystemTheme');
  expect(input.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id);
  await userEvent.type(input, '{ArrowDown}{ArrowDown}{Enter}');
  expect(address()).toBe('/startup-spark-suite/dashboard?modal=showValidationModal');
});

it.each([{ isComposing: true }, { keyCode: 229 }])(
  'leaves keys to an input method (%o)',
  async (composing) => {
    stubServer({ 'GET /api/trails': [] });
    show(<Header />, { user: founder });
    await userEvent.click(screen.getByRole('button', { name: 'Go to' }));
    const input = await field();
    const first = chosen();
    for (const key of ['ArrowDown', 'Enter']) fireEvent.keyDown(input, Object.assign({ key }, composing));
    expect(chosen()).toBe(first);
    expect(address()).toBe('/');
  },
);

it.each([
  ['password', 'Name, email and password', '/settings#account'],
  ['delete', 'Export or delete your account', '/settings#account'],
  ['survey', 'Validating & Prototyping', '/startup-spark-suite/dashboard?modal=showValidationModal'],
  ['inbox', 'Inbox', '/startup-spark-suite/inbox'],
])('finds by “%s” what it leads to', async (typed, title, path) => {
  stubServer({ 'GET /api/trails': [] });
  show(<Header />, { user: { ...founder, supportAgent: true } });
  await userEvent.click(screen.getByRole('button', { name: 'Go to' }));
  await userEvent.type(await field(), typed);
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining(title),
  ]);
  await userEvent.keyboard('{Enter}');
  expect(address()).toBe(path);
});

it('says when nothing matches', async () => {
  stubServer({ 'GET /api/trails': [] });
  show(<Header />, { user: founder });
  await userEvent.click(screen.getByRole('button', { name: 'Go to' }));
  await userEvent.type(await field(), 'no such thing{Enter}');
  expect(screen.getByText('Nothing matches.')).toBeDefined();
  expect(screen.queryByRole('option')).toBeNull();
});

it('is not there for visitors', async () => {
  show(<Header />);
  await userEvent.keyboard('{Control>}k{/Control}');
  expect(screen.queryByRole('button', { name: 'Go to' })).toBeNull();
});
