// @vitest-environment page

import { readdirSync, readFileSync } from 'node:fs';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { planCards } from '#web/features/billing/plan-cards.data.ts';
import { Closing, OpenToday } from './Closing.tsx';
import { GetSocial } from './GetSocial.tsx';
import { Growth } from './Growth.tsx';
import { Hero } from './Hero.tsx';
import { DevSupport, IdeaAndDevelopment } from './IdeaAndDevelopment.tsx';
import { pictures } from './pictures.data.ts';
import { Refusals } from './Sections.tsx';

const folder = 'web/public/pictures';
const sections = (
  <MemoryRouter>
    <GetSocial />
    <Growth />
    <IdeaAndDevelopment />
  </MemoryRouter>
);

describe('the hero and the closing', () => {
  it('lead to signing up and to the demo', async () => {
    const does = { onStart: vi.fn(), onBookDemo: vi.fn(), onFullPlan: vi.fn() };
    render(
      <MemoryRouter>
        <Hero {...does} />
        <Closing {...does} />
      </MemoryRouter>,
    );
    for (const name of ['Get started for Free', 'Create an account'])
      await userEvent.click(screen.getByRole('button', { name }));
    for (const name of ['Book a Demo', 'Let us show you'])
      await userEvent.click(screen.getByRole('button', { name }));
    expect(does.onStart).toHaveBeenCalledTimes(2);
    expect(does.onBookDemo).toHaveBeenCalledTimes(2);
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

  it('lead to the form of developer support, and say what each plan covers, as the plans do', () => {
    render(
      <MemoryRouter>
        <DevSupport />
      </MemoryRouter>,
    );
    const form = screen.getByRole('link', { name: 'Start a support request' });
    expect(form.getAttribute('href')).toBe('/?modal=jobForm&signIn=1');
    expect(screen.queryByText(/not open/)).toBeNull();
    expect(screen.getByText(/one issue on the Free Trial, up to five with the Pro Plan/)).toBeDefined();
    expect(screen.getByText(/Developer Plan, which has no limit, it is kept/)).toBeDefined();
    for (const { name, lines } of planCards) {
      const row = screen.getByRole('rowheader', { name }).closest('tr') as HTMLElement;
      const [requests = '', answer = ''] = within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent?.toLowerCase() ?? '');
      expect(lines.some((line) => line.startsWith(requests.split(' ')[0] ?? '?'))).toBe(true);
      expect(lines).toContain(`${answer.replace(' hours', '-hour')} response time`);
    }
  });
});

describe('Launch', () => {
  it('is described as it is, with a fragment that says it is an example and a rule that says its place', () => {
    render(sections);
    const example = within(screen.getByRole('region', { name: 'Example of a found conversation' }));
    expect(example.getByText('Example')).toBeDefined();
    expect(example.getByText(/The post is made up/)).toBeDefined();
    expect(example.getByRole('link', { name: 'news.ycombinator.com' }).getAttribute('href')).toBe(
      'https://news.ycombinator.com/newsguidelines.html',
    );
    expect(screen.getByText(/Automated posting is off unless you switch it on/)).toBeDefined();
  });

  it('is open, and only Startup Social is not', () => {
    render(
      <MemoryRouter>
        <GetSocial />
        <Growth />
        <OpenToday />
        <Refusals />
      </MemoryRouter>,
    );
    const [notOpen, ...others] = screen.getAllByRole('heading', { name: 'Not open yet' });
    expect(others).toEqual([]);
    expect(notOpen?.parentElement?.textContent).toContain('Startup Social');
    expect(notOpen?.parentElement?.textContent).not.toMatch(/Launch|Campaign|Conversation/);
    expect(screen.getByText(/Launch with the Developer Plan/)).toBeDefined();
    expect(screen.getByText(/No reply is sent before you approve it, unless/)).toBeDefined();
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
    const stored = readdirSync(folder).filter((file) => !file.startsWith('marquee-'));
    expect(stored.toSorted()).toEqual(used.toSorted());
  });
});

/** Of a lossy WebP with or without an extended header (RFC 9649, 2.5 to 2.7). */
function webpSize(file: string): { width: number; height: number } {
  const bytes = readFileSync(file);
  const kind = bytes.toString('latin1', 12, 16);
  if (kind === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}
