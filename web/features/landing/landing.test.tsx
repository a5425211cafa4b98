// @vitest-environment page

import { readdirSync, readFileSync } from 'node:fs';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { slaHours } from '#shared/rules/support/request-limits.ts';
import { planCards } from '#web/features/billing/plan-cards.data.ts';
import { Closing } from './Closing.tsx';
import { Hero } from './Hero.tsx';
import { pictures } from './pictures.data.ts';
import { Sections } from './Sections.tsx';

const folder = 'web/public/pictures';
const sections = (
  <MemoryRouter>
    <Sections />
  </MemoryRouter>
);

describe('the hero and the closing', () => {
  it('lead to signing up, to the demo, and back to the idea', async () => {
    const field = createRef<HTMLTextAreaElement>();
    const does = { onStart: vi.fn(), onBookDemo: vi.fn(), onFullPlan: vi.fn() };
    render(
      <MemoryRouter>
        <Hero field={field} {...does} />
        <Closing onTypeIdea={() => field.current?.focus()} />
      </MemoryRouter>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Get started for Free' }));
    await userEvent.click(screen.getByRole('button', { name: 'Book a Demo' }));
    await userEvent.click(screen.getByRole('button', { name: 'Type your idea' }));
    expect(does.onStart).toHaveBeenCalledOnce();
    expect(does.onBookDemo).toHaveBeenCalledOnce();
    expect(document.activeElement).toBe(screen.getByLabelText('Your idea in one sentence'));
  });

  it('show one verdict that says it is an example, with quotes and the numbers of their answers', () => {
    const does = { onStart: vi.fn(), onBookDemo: vi.fn(), onFullPlan: vi.fn() };
    render(<Hero field={createRef()} {...does} />);
    const card = within(screen.getByRole('region', { name: 'Example of a verdict' }));
    expect(card.getByText('Example')).toBeDefined();
    expect(card.getByText(/Made-up answers, the real rule/)).toBeDefined();
    const [strength, weakness] = [card.getByLabelText('Strength'), card.getByLabelText('Weakness')];
    expect(strength.closest('li')?.textContent).toContain('#4#11#19');
    expect(weakness.closest('li')?.textContent).toContain('#7');
  });
});

describe('the marketing sections', () => {
  it('have their headings, and the places that the header leads to', () => {
    render(sections);
    const headings = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
    expect(headings).toEqual(['Get Social', 'Growth', 'Idea and Development']);
    expect(document.getElementById('startup-growth')).toBe(screen.getByRole('region', { name: 'Growth' }));
    const development = screen.getByRole('region', { name: 'Idea and Development' });
    expect(development.contains(document.getElementById('dev-support'))).toBe(true);
  });

  it('lead to the form of developer support, and answer as fast as the plans say', () => {
    render(sections);
    const form = screen.getByRole('link', { name: 'Start a support request' });
    expect(form.getAttribute('href')).toBe('/?modal=jobForm&signIn=new');
    expect(screen.getByText('A person answers within 4, 24 or 48 hours, by plan.')).toBeDefined();
    for (const { plan, lines } of planCards) expect(lines).toContain(`${slaHours(plan)}-hour response time`);
  });

  it('show a conversation that says it is an example, with a rule that says its place', () => {
    render(sections);
    const example = within(screen.getByRole('region', { name: 'Example of a found conversation' }));
    expect(example.getByText('Example')).toBeDefined();
    expect(example.getByText(/A made-up post/)).toBeDefined();
    expect(example.getByRole('link', { name: 'news.ycombinator.com' }).getAttribute('href')).toBe(
      'https://news.ycombinator.com/newsguidelines.html',
    );
    expect(screen.getByText(/No reply goes out unapproved, unless you switch that on/)).toBeDefined();
  });

  it('say that only Startup Social is not open', () => {
    render(sections);
    expect(screen.getAllByText(/not open/).map((text) => text.textContent)).toEqual([
      'Startup Social is not open yet. Hear when it opens',
    ]);
  });
});

describe('the pictures', () => {
  it('keep their place, wait until they are near, and say that they are examples', () => {
    render(sections);
    const figures = screen.getAllByRole('figure');
    expect(figures).toHaveLength(Object.keys(pictures).length);
    for (const figure of figures) {
      expect(figure.textContent).toMatch(/^Example (survey|plan)/);
      for (const image of figure.querySelectorAll('img')) {
        expect(image.getAttribute('loading')).toBe('lazy');
        expect(image.alt).not.toBe('');
        expect(Number(image.getAttribute('width')) * Number(image.getAttribute('height'))).toBeGreaterThan(0);
      }
    }
  });

  it.each(Object.entries(pictures))('of %s exist in both themes, at twice the stated size', (name, size) => {
    for (const theme of ['light', 'dark'])
      expect(webpSize(`${folder}/${name}-${theme}.webp`)).toEqual({
        width: size.width * 2,
        height: size.height * 2,
      });
  });

  it('are all in use', () => {
    const used = Object.keys(pictures).flatMap((name) => [`${name}-dark.webp`, `${name}-light.webp`]);
    expect(readdirSync(folder).toSorted()).toEqual(used.toSorted());
  });
});

/** Of a lossy WebP with or without an extended header (RFC 9649, 2.5 to 2.7). */
function webpSize(file: string): { width: number; height: number } {
  const bytes = readFileSync(file);
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}
