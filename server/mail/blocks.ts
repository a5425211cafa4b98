import { createElement, Fragment, type ReactElement, type ReactNode } from 'react';

const h = createElement;

export function paragraph(...content: ReactNode[]): ReactElement {
  return h('p', { style: { margin: '0 0 16px' } }, ...content);
}

/** A button with its address below as text, so that it can be copied. */
export function linkButton(label: string, href: string): ReactElement {
  return h(
    Fragment,
    null,
    h(
      'p',
      { className: 'html-only', style: { margin: '0 0 16px' } },
      h('a', { className: 'button', href, style: button }, label),
    ),
    h('p', { className: 'soft', style: small }, plainLink(href)),
  );
}

/** A link that reads as its own address, in text too. */
export function plainLink(href: string): ReactElement {
  return h('a', { href, style: { color: '#b23c17' } }, href);
}

/** Names and values, one pair a line; pairs without a value are left out. */
export function facts(pairs: [name: string, value: string][]): ReactElement {
  const filled = pairs.filter(([, value]) => value);
  const rows = filled.map(([name, value], place) =>
    h(
      Fragment,
      { key: name },
      place > 0 ? h('br') : null,
      h('strong', null, `${name}: `),
      h('span', { dir: 'auto' }, value),
    ),
  );
  return paragraph(...rows);
}

/** Text of a person in its own direction, with line breaks and indents: it may be code. */
export function quote(text: string): ReactElement {
  return h('pre', { className: 'quote', dir: 'auto', style: quoted }, text.replaceAll(/\r\n|\r/g, '\n'));
}

const button = {
  display: 'inline-block',
  padding: '11px 18px',
  borderRadius: 8,
  backgroundColor: '#1f1c19',
  color: '#ffffff',
  fontWeight: 600,
  textDecoration: 'none',
};
const quoted = {
  margin: '0 0 16px',
  padding: 16,
  borderRadius: 8,
  backgroundColor: '#f4f2ef',
  fontFamily: 'inherit',
  whiteSpace: 'pre-wrap' as const,
};
const small = { margin: '0 0 8px', fontSize: 13, lineHeight: '20px', color: '#5f5a53' };
