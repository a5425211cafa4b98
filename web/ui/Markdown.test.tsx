// @vitest-environment page
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Markdown } from './Markdown.tsx';

const show = (text: string) => render(<Markdown text={text} />).container;
const links = (text: string) => [...show(text).querySelectorAll('a')];

describe('Markdown', () => {
  it('draws headings, lists, emphasis and code', () => {
    const page = show('### Market\n\n#### Size\n\n- **ten** `thousand`\n\n1. first');
    expect(screen.getByRole('heading', { level: 3, name: 'Market' })).toBeDefined();
    expect(screen.getByRole('heading', { level: 4, name: 'Size' })).toBeDefined();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'ten thousand',
      'first',
    ]);
    expect(page.querySelector('strong')?.textContent).toBe('ten');
    expect(page.querySelector('code')?.textContent).toBe('thousand');
  });

  it('shows HTML as text', () => {
    const page = show(
      '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)> <b>bold</b> <iframe src="//a.example">',
    );
    expect(page.querySelector('script, img, b, iframe')).toBeNull();
    expect(page.textContent).toContain('<script>alert(1)</script>');
    expect(page.textContent).toContain('<b>bold</b>');
  });

  it('loads no image, and says what it would have been and from where', () => {
    const page = show(
      '![A chart](https://tracker.example/p.png?id=1) ![](data:image/png;base64,AA==) ![x](//b.example/y)',
    );
    expect(page.querySelector('img, [src], [style]')).toBeNull();
    expect(page.textContent).toContain('Image, not loaded: A chart (tracker.example)');
    expect(page.textContent).toContain('Image, not loaded: without a description');
  });

  it('opens links in a new tab and says where they lead', () => {
    const [link] = links('See [the report](https://stats.example/a?b=1).');
    expect(link?.getAttribute('href')).toBe('https://stats.example/a?b=1');
    expect(link?.target).toBe('_blank');
    expect(link?.rel).toBe('noopener noreferrer nofollow');
    expect(document.body.textContent).toBe('See the report (stats.example).');
  });

  it('does not repeat an address that is its own name', () => {
    links('<https://stats.example/a> and <https://plain.example>');
    expect(document.body.textContent).toBe('https://stats.example/a and https://plain.example');
  });

  it('links an address for mail', () => {
    const [link] = links('[Write](mailto:a@b.example)');
    expect(link?.getAttribute('href')).toBe('mailto:a@b.example');
    expect(document.body.textContent).toBe('Write (a@b.example)');
  });

  it.each([
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java&#x0A;script:alert(1))',
    '[x](&#x01;javascript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:x)',
    '[x](file:///etc/passwd)',
    '[x](blob:https://a.example/1)',
    '[x](//evil.example/path)',
    '[x](/startup-spark-suite/dashboard)',
    '[x](?modal=jobForm)',
    '[x](#top)',
    '<javascript:alert(1)>',
    '[x][1]\n\n[1]: javascript:alert(1)',
  ])('makes no link of %s', (text) => {
    expect(links(text)).toEqual([]);
    expect(document.body.textContent).not.toBe('');
  });

  it('unmasks addresses that look like others', () => {
    // The second letter of the host is Cyrillic; the next two hide behind a name or a known host's words.
    const found = links(
      '[bank](https://p\u0430ypal.com/) [https://paypal.com](https://evil.example/) [y](https://paypal.com@evil.example/)',
    );
    expect(found.map((link) => new URL(link.href).host)).toEqual([
      'xn--pypal-4ve.com',
      'evil.example',
      'evil.example',
    ]);
    const text = document.body.textContent ?? '';
    expect(text).toContain('(xn--pypal-4ve.com)');
    expect(text).toContain('https://paypal.com (evil.example)');
    expect(text).toContain('y (evil.example)');
  });

  it('keeps writing from right to left inside the words of a link', () => {
    const [link] = links('[\u202Emoc.knab](https://evil.example/)');
    expect(link?.firstElementChild?.tagName).toBe('BDI');
    expect(link?.nextElementSibling?.tagName).toBe('BDI');
  });

  it('says where each element begins in the text', () => {
    const text = `### One\n\nFirst.\n\n### Two\n\n- **Second** item`;
    const page = show(text);
    const item = page.querySelector('li');
    expect(Number(item?.dataset.from)).toBe(text.indexOf('- **Second'));
    expect(Number(page.querySelectorAll('h3')[1]?.dataset.from)).toBe(text.indexOf('### Two'));
  });

  it.each(['> ', '1. ', '- ', 'a**b', '![a](', '[', '*a ', 'word ', '`a', 'aaaaaaaaaa'])(
    'draws 60,000 characters of %j without losing a letter',
    (part) => {
      const text = part.repeat(60_000 / part.length);
      const drawn = show(text).textContent ?? '';
      const letters = text.replace(/[^a-z]/g, '');
      // Text without letters can only lose signs.
      const [kept, expected] = letters ? [drawn.replace(/[^a-z]/g, ''), letters] : [drawn, text];
      expect(kept === expected, `${kept.length} of ${expected.length}`).toBe(true);
    },
    30_000,
  );
});
