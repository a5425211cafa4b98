// @vitest-environment page
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Button } from './Button.tsx';

describe('a busy Button', () => {
  it('says so in its text and ignores clicks', async () => {
    const onClick = vi.fn();
    const { rerender } = render(
      <Button busyText="Validating..." onClick={onClick}>
        Process for Validation
      </Button>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Process for Validation' }));
    rerender(
      <Button busy busyText="Validating..." onClick={onClick}>
        Process for Validation
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Validating...' });
    await userEvent.click(button);
    expect(onClick).toHaveBeenCalledTimes(1);
    expect(button.getAttribute('aria-busy')).toBe('true');
    expect(document.activeElement).toBe(button);
  });

  it('does not send its form', async () => {
    const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
    render(
      <form onSubmit={onSubmit}>
        <Button type="submit" busy>
          Send
        </Button>
      </form>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Send' }));
    expect(onSubmit).not.toHaveBeenCalled();
  });
});
