// @vitest-environment page
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { FaqPage } from './FaqPage.tsx';

it('answers the two questions, and says where to write', () => {
  render(
    <MemoryRouter>
      <FaqPage />
    </MemoryRouter>,
  );
  expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
    'Are my ideas and my code private?',
    'What development help can I expect?',
  ]);
  for (const link of screen.getAllByRole('link', { name: 'contact page' }))
    expect(link.getAttribute('href')).toBe('/ContactUs');
});
