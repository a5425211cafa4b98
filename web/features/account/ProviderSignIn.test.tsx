// @vitest-environment page
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { show } from '#web/testing/show.tsx';
import type { Account } from './account.ts';
import { ProviderSignIn } from './ProviderSignIn.tsx';

it.each([
  ['__proto__', 'That sign-in did not work. Try again, or use your password.'],
  ['constructor', 'That sign-in did not work. Try again, or use your password.'],
  [
    'account_not_linked',
    'That account has no confirmed email. Confirm one there, or sign in with your password.',
  ],
])('a failure called %s is told in words', (error, text) => {
  show(<ProviderSignIn account={{} as Account} providers={['github']} next={null} error={error} />);
  expect(screen.getByRole('alert').textContent).toBe(text);
});
