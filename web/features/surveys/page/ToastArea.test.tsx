// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ToastContent } from '#web/ui/overlays/ToastCard.tsx';
import { ToastArea } from './ToastArea.tsx';
import { useToast } from './use-toast.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const failed: ToastContent = { title: 'Submission Failed', text: 'Try again.', tone: 'error' };
const saved: ToastContent = { title: 'Survey Submitted!', tone: 'success' };

function Example() {
  const { toast, show, dismiss } = useToast();
  return (
    <>
      <button type="button" onClick={() => show(failed)}>
        Fail
      </button>
      <button type="button" onClick={() => show(saved)}>
        Save
      </button>
      <ToastArea toast={toast} onDismiss={dismiss} />
    </>
  );
}

function press(name: string) {
  fireEvent.click(screen.getByRole('button', { name }));
}

function pass(milliseconds: number) {
  act(() => void vi.advanceTimersByTime(milliseconds));
}

describe('the toasts of the survey page', () => {
  it('take each other’s place', () => {
    render(<Example />);
    press('Fail');
    press('Save');
    expect(screen.queryByText('Submission Failed')).toBeNull();
    expect(screen.getByRole('status').textContent).toContain('Survey Submitted!');
  });

  it('go by themselves, and last again when the same is said again', () => {
    render(<Example />);
    press('Fail');
    pass(8_000);
    press('Fail');
    pass(8_000);
    expect(screen.getByRole('alert')).toBeDefined();
    pass(2_000);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('wait while the pointer rests on them', () => {
    render(<Example />);
    press('Save');
    fireEvent.pointerEnter(screen.getByRole('region', { name: 'Messages' }));
    pass(60_000);
    expect(screen.getByRole('status')).toBeDefined();
    fireEvent.pointerLeave(screen.getByRole('region', { name: 'Messages' }));
    pass(6_000);
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('can be dismissed', () => {
    render(<Example />);
    press('Fail');
    press('Dismiss');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
