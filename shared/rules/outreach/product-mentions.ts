import { readAddress } from '#shared/rules/text/addresses.ts';
/** Marks by which a reply names a product. */
export type NamedProduct = {
  readonly name: string;
  /** Its address; anything that is none is only looked for word for word. */
  readonly url?: string;
  readonly trackedLink?: string;
};

/** Stand for a link to the product and for its name, so that their dots and spaces divide nothing. */
export const linkMark = '\uE000';
export const nameMark = '\uE001';

/** A text with each link to the product and each naming of it replaced by its mark. */
export function markMentions(text: string, product: NamedProduct): string {
  const plain = text
    .normalize('NFKC')
    .replace(unseen, '')
    .replace(/[\uE000\uE001]/g, ' ')
    .replace(/[’ʼ]/g, "'");
  const { links, name } = patternsOf(product);
  const linked = links.reduce((marked, link) => marked.replace(link, linkMark), plain);
  return name ? linked.replace(name, nameMark) : linked;
}

type Patterns = { links: RegExp[]; name: RegExp | null };

// One product is looked for in every phrase of every suggestion.
const built = new WeakMap<NamedProduct, Patterns>();

function patternsOf(product: NamedProduct): Patterns {
  const patterns = built.get(product) ?? {
    links: linkPatterns(product),
    name: namePattern(product.name),
  };
  built.set(product, patterns);
  return patterns;
}

// Zero-width characters would hide a name from us and not from its readers.
const unseen = /[\u00AD\u200B-\u200F\u2060-\u2064\uFEFF]/g;

function linkPatterns(product: NamedProduct): RegExp[] {
  const given = [product.trackedLink, product.url].flatMap((link) => link?.trim() || []);
  return given.flatMap((link) => {
    const url = readAddress(/^[a-z][\w+.-]*:/i.test(link) ? link : `https://${link}`);
    return url ? addressPatterns(url, product.name, link === product.trackedLink?.trim()) : [];
  });
}

// On a host of many, such as an app store, only the product's own page is it.
function addressPatterns(url: URL, name: string, isExact: boolean): RegExp[] {
  const host = escaped(url.host.replace(/^www\./, ''));
  const path = url.pathname.replace(/\/+$/, '');
  const before = String.raw`(?:https?:\/\/)?(?<![\w@])(?<![\w-]\.)(?:www\.)?`;
  const isOwnHost = path === '' || squeezed(url.hostname).includes(squeezed(name) || ' ');
  const start = isOwnHost && !isExact ? String.raw`(?:[\w-]+\.)*${host}` : `${host}${escaped(path)}`;
  const ownStart = isOwnHost && !isExact ? String.raw`(?:https?:\/\/)?(?<![\w@.-])` : before;
  return [
    new RegExp(
      String.raw`${ownStart}${start}(?![\w-])(?!\.\w)(?:[/?#:][^\s<>"')\]]*[^\s<>"')\].,;:!?])?\/?`,
      'giu',
    ),
  ];
}

function namePattern(name: string): RegExp | null {
  const parts = name
    .normalize('NFKC')
    .trim()
    .split(/(?<=\p{Ll})(?=\p{Lu})|[\s_-]+/u)
    .filter(Boolean);
  if (parts.length === 0) return null;
  const body = parts.map(escaped).join(String.raw`[\s_-]{0,3}`);
  const [before, after] = [String.raw`(?<![\p{L}\p{N}])`, String.raw`(?![\p{L}\p{N}])`];
  if (unspaced.test(name)) return new RegExp(body, 'giu');
  if (!isEverydayWord(parts)) return new RegExp(`${before}${body}${after}`, 'giu');
  const [word = ''] = parts;
  const called = String.raw`(?<=\b(?:called|named|try|use|using|built|made|created|check out) )${escaped(word.toLowerCase())}`;
  return new RegExp(`${before}(?:${body}|${escaped(word.toUpperCase())}|${called})${after}`, 'gu');
}

// "Bear" is a product with its capital and an animal without: a short word counts as it is written.
function isEverydayWord(parts: string[]): boolean {
  return parts.length === 1 && /^\p{Lu}\p{Ll}{0,4}$/u.test(parts[0] ?? '');
}

// Scripts that put no space between words.
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

function squeezed(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
