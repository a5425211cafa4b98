// @vitest-environment page
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { ErrorState } from './ErrorState.tsx';

function Card({ tries }: { tries: number }) {
  const [left, setLeft] = useState(tries);
  return (
    <section tabIndex={-1} aria-label="Card">
      <div>
        {left > 0 ? (
          <ErrorState title="Not loaded." onRetry={() => setLeft(left - 1)} />
        ) : (
          <button type="button">Loaded</button>
        )}
      </div>
    </section>
  );
}

const press = () => userEvent.click(screen.getByRole('button', { name: 'Try again' }));

it('whoever tried again goes on in its card once it has gone, and stays at the button until then', async () => {
  render(<Card tries={2} />);
  await press();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Try again' }));
  await press();
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Card' }));
});

it('moves no one who is elsewhere when it goes', async () => {
  const { rerender } = render(<Card key="failed" tries={1} />);
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  rerender(<Card key="loaded" tries={0} />);
  expect(document.activeElement).toBe(field);
  field.remove();
});
