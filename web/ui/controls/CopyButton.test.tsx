// @vitest-environment page
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { CopyButton } from './CopyButton.tsx';

const text = 'We are asking people about their calendars.';

function Example({ onCopied }: { onCopied: () => void }) {
  const source = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      <textarea ref={source} aria-label="Summary" defaultValue={text} />
      <CopyButton text={text} source={source} onCopied={onCopied}>
        Copy to clipboard
      </CopyButton>
    </>
  );
}

describe('CopyButton', () => {
  it('copies the text and says so', async () => {
    const onCopied = vi.fn();
    const user = userEvent.setup();
    render(<Example onCopied={onCopied} />);
    await user.click(screen.getByRole('button', { name: 'Copy to clipboard' }));
    expect(await navigator.clipboard.readText()).toBe(text);
    expect(onCopied).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('status').textContent).toBe('Copied');
  });

  it('selects the text when the browser refuses the clipboard, and says how to go on', async () => {
    const onCopied = vi.fn();
    const user = userEvent.setup();
    render(<Example onCopied={onCopied} />);
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'));
    await user.click(screen.getByRole('button', { name: 'Copy to clipboard' }));
    const source = screen.getByLabelText<HTMLTextAreaElement>('Summary');
    expect(source.value.slice(source.selectionStart, source.selectionEnd)).toBe(text);
    expect(document.activeElement).toBe(source);
    expect(onCopied).not.toHaveBeenCalled();
    expect(screen.getByRole('status').textContent).toContain('Ctrl+C');
  });
});
