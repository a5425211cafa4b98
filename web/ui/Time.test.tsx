// @vitest-environment page
import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Ago } from './Time.tsx';

it.each([
  ['2026-11-27T09:59:30', 'Just now'],
  ['2026-11-26T23:30:00', 'Yesterday'],
  ['2025-10-24T10:00:00', /2025/],
  ['never', 'Not known'],
])('tells the age of %s as everywhere else', (at, label) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-27T10:00:00') });
  render(<Ago at={at} />);
  expect(screen.getByText(label).getAttribute('datetime')).toBe(at);
});
