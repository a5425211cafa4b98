// @vitest-environment page
import { act, cleanup, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AnswerSla } from '#shared/contracts/support-requests/support-requests.ts';
import { SlaNote } from './SlaNote.tsx';

const running: AnswerSla = {
  state: 'running',
  hours: 24,
  dueAt: local(21, 17),
  remainingMs: null,
  answeredAt: null,
  requestGivenBack: false,
};
const hour = 3_600_000;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(local(21, 14)) });
  // The words come from the reader's own place; a test needs one place.
  const write = { day: Date.prototype.toLocaleDateString, time: Date.prototype.toLocaleTimeString };
  vi.spyOn(Date.prototype, 'toLocaleDateString').mockImplementation(function (this: Date, _, options) {
    return write.day.call(this, 'en-GB', options);
  });
  vi.spyOn(Date.prototype, 'toLocaleTimeString').mockImplementation(function (this: Date, _, options) {
    return write.time.call(this, 'en-GB', options);
  });
});

function local(day: number, hours: number, minutes = 0): string {
  return new Date(2026, 10, day, hours, minutes).toISOString();
}

function textOf(due: Partial<AnswerSla>, reader?: 'customer' | 'agent'): string | null {
  const { container } = render(<SlaNote due={{ ...running, ...due }} reader={reader} />);
  return container.textContent;
}

describe('the note on an answer that is due', () => {
  it.each([
    [local(21, 17), 'Answer due today, 17:00 (in 3 hours)'],
    [local(21, 16, 5), 'Answer due today, 16:05 (in 2 hours 5 minutes)'],
    [local(21, 14, 1), 'Answer due today, 14:01 (in 1 minute)'],
    [
      new Date(new Date(2026, 10, 21, 14).getTime() + 59_000).toISOString(),
      'Answer due today, 14:00 (in less than a minute)',
    ],
    [local(22, 9), 'Answer due tomorrow, 09:00 (in 19 hours)'],
    [local(24, 15), 'Answer due 24 Nov 2026, 15:00 (in 3 days)'],
  ])('due at %s says %s', (dueAt, text) => {
    expect(textOf({ dueAt })).toBe(text);
  });

  it('counts down by the minute, and says when the time has passed', async () => {
    textOf({ dueAt: local(21, 14, 2) });
    expect(screen.getByText(/in 2 minutes/)).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(screen.getByText(/in 1 minute\)/)).toBeDefined();
    await act(() => vi.advanceTimersByTimeAsync(75_000));
    expect(screen.getByText('The answer was due today, 14:02 and has not come yet')).toBeDefined();
  });

  it('says whom it waits for while it is paused', () => {
    const paused = { state: 'paused', dueAt: null, remainingMs: 20 * hour } as const;
    expect(textOf(paused)).toBe('Paused while we wait for you: 20 hours left');
    cleanup();
    expect(textOf(paused, 'agent')).toBe('Paused while we wait for the customer: 20 hours left');
  });

  it('names working time where support has hours', () => {
    const paused = { ...running, state: 'paused', dueAt: null, remainingMs: 20 * hour } as const;
    render(<SlaNote due={paused} hours="Monday to Friday, 9 to 17 (UTC)" />);
    expect(screen.getByText('Paused while we wait for you: 20 hours of working time left')).toBeDefined();
  });

  it('says when the SLA was met', () => {
    expect(textOf({ state: 'kept', answeredAt: local(21, 14, 2) })).toBe('Answered in time, 14:02');
    cleanup();
    expect(textOf({ state: 'kept', answeredAt: local(20, 14, 2) })).toBe(
      'Answered in time, yesterday, 14:02',
    );
  });

  it('says that we are late, and only what was given back', () => {
    const broken = { state: 'broken', dueAt: local(21, 10) } as const;
    expect(textOf({ ...broken, requestGivenBack: true })).toBe(
      'We are late: the answer was due today, 10:00. You have one request back.',
    );
    cleanup();
    expect(textOf({ ...broken, answeredAt: local(21, 12) })).toBe(
      'We were late: the answer was due today, 10:00 and came today, 12:00.',
    );
    cleanup();
    expect(textOf({ ...broken, requestGivenBack: true }, 'agent')).toContain(
      'The customer has one request back.',
    );
  });

  it('says how hours are counted as long as they are', () => {
    const { rerender } = render(<SlaNote due={running} hours="Monday to Friday, 9 to 17 (UTC)" />);
    expect(screen.getByText(/Monday to Friday, 9 to 17 \(UTC\)/)).toBeDefined();
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    rerender(<SlaNote due={running} hours="Monday to Friday, 9 to 17, Asia/Kolkata" />);
    expect(screen.getByText(`Asia/Kolkata. Your time: ${timeZone}.`, { exact: false })).toBeDefined();
    rerender(<SlaNote due={running} hours={`Monday to Friday, 9 to 17, ${timeZone}`} />);
    expect(screen.queryByText(/Your time/)).toBeNull();
    rerender(<SlaNote due={{ ...running, state: 'kept' }} hours="Monday to Friday, 9 to 17 (UTC)" />);
    expect(screen.queryByText(/Monday/)).toBeNull();
  });
});
