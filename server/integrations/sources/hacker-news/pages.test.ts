import { describe, expect, it } from 'vitest';
import { readPage } from './pages.ts';

const url = 'https://forum.example/item?id=1';
const form = `<form action="comment" method="post"><input type="hidden" name="parent" value="1">
<input type="hidden" name="hmac" value="7f"><textarea name="text">1 &lt; 2</textarea></form>`;

describe('a page of the forum', () => {
  it('has its form, with what is typed in it, beside unclosed tags', () => {
    const body = `<!-- <b> --><table><tr class="athing"><td><p>One<p>Two</td></tr><tr><td>${form}`;
    const page = readPage({ body, url });
    expect(page.findForm('1')).toEqual({ form: { parent: '1', goto: '', hmac: '7f' }, text: '1 < 2' });
    expect(page.rows).toHaveLength(1);
  });

  it.each(['<div>', '<div></i>', '<b>', '<textarea>', '<!--', '<form>', '<table><tr><td>'])(
    'is read to its end whatever it repeats: %s',
    (tag) => {
      const page = readPage({ body: form + tag.repeat(500_000 / tag.length), url });
      expect(page.rows).toEqual([]);
      expect(page.notice).toBeNull();
    },
  );
});
