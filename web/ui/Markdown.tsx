import { clsx } from 'clsx';
import { memo, type ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import { citedParts } from '#shared/rules/surveys/cited-parts.ts';
import { CitedText } from './CitedText.tsx';
import { readWebAddress } from './web-address.ts';

type MarkdownProps = {
  text: string;
  className?: string;
  /** Citations of answers show the words that were found. */
  hasCitations?: boolean;
};

/**
 * Text that a model or a founder wrote. HTML in it is shown as text, images are never loaded, and links say where
 * they lead. Elements carry `data-from`: where they begin in the text.
 */
export function Markdown({ text, className, hasCitations = false }: MarkdownProps) {
  return (
    <div dir="auto" className={clsx('grid min-w-0 grid-cols-1 gap-2.5 wrap-anywhere', className)}>
      {markdownPieces(text).map((piece) => (
        <Piece key={piece.from} {...piece} hasCitations={hasCitations} />
      ))}
    </div>
  );
}

type PieceProps = MarkdownPiece & { hasCitations: boolean };

const Piece = memo(function Piece({ text, from, isPlain, hasCitations }: PieceProps) {
  if (isPlain)
    return (
      <p data-from={from} className="whitespace-pre-wrap">
        {text}
      </p>
    );
  return (
    <ReactMarkdown
      components={components}
      rehypePlugins={[[markPlaces, from], ...(hasCitations ? [markCitations] : [])]}
      // Both are read where they are drawn.
      urlTransform={(url, key) => (key === 'href' || key === 'src' ? url : '')}
    >
      {text}
    </ReactMarkdown>
  );
});

// Leaves out `node`: it would end in the page.
const components: Components = {
  h1: ({ node: _, ...rest }) => <h3 {...rest} className={heading} />,
  h2: ({ node: _, ...rest }) => <h3 {...rest} className={heading} />,
  h3: ({ node: _, ...rest }) => <h3 {...rest} className={heading} />,
  h4: ({ node: _, ...rest }) => <h4 {...rest} className="mt-1 text-sm text-ink" />,
  h5: ({ node: _, ...rest }) => <h5 {...rest} className="text-sm font-medium text-ink" />,
  h6: ({ node: _, ...rest }) => <h6 {...rest} className="text-sm font-medium text-soft" />,
  ul: ({ node: _, ...rest }) => <ul {...rest} className="list-disc space-y-1 pl-5 marker:text-faint" />,
  ol: ({ node: _, ...rest }) => <ol {...rest} className="list-decimal space-y-1 pl-6 marker:text-faint" />,
  blockquote: ({ node: _, ...rest }) => (
    <blockquote {...rest} className="border-l-2 border-line pl-3 text-soft" />
  ),
  pre: ({ node: _, ...rest }) => (
    <pre {...rest} className="rounded-s bg-muted px-3 py-2 text-meta whitespace-pre-wrap" />
  ),
  code: ({ node: _, ...rest }) => <code {...rest} className="rounded-[4px] bg-muted px-1 text-[0.95em]" />,
  hr: ({ node: _, ...rest }) => <hr {...rest} className="border-line" />,
  cite: ({ children }) => <CitedText>{String(children)}</CitedText>,
  a: ({ href = '', children }) => <Link address={href}>{children}</Link>,
  img: ({ src, alt }) => <ImageInWords src={typeof src === 'string' ? src : ''} alt={alt ?? ''} />,
};

const heading = 'scroll-mt-3 text-base text-ink not-first:mt-2.5';

/** Unsafe links are plain text. Each part is isolated, so that right-to-left marks can't mix them. */
function Link({ address, children }: { address: string; children: ReactNode }) {
  const target = readWebAddress(address);
  if (!target) return <bdi>{children}</bdi>;
  const isItsOwnName = children === target.href || `${children}/` === target.href;
  return (
    <>
      <a
        href={target.href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="text-spark-ink underline underline-offset-2"
      >
        <bdi>{children}</bdi>
      </a>
      {isItsOwnName ? null : (
        <bdi data-added className="text-faint">
          {' '}
          ({target.host})
        </bdi>
      )}
    </>
  );
}

function ImageInWords({ src, alt }: { src: string; alt: string }) {
  const host = readWebAddress(src)?.host;
  return (
    <span className="text-soft">
      <span data-added>Image, not loaded: </span>
      <bdi>{alt || 'without a description'}</bdi>
      {host ? <bdi data-added> ({host})</bdi> : null}
    </span>
  );
}

type Placed = {
  type: string;
  tagName?: string;
  value?: string;
  position?: { start: { offset?: number } };
  properties?: Record<string, unknown>;
  children?: Placed[];
};

/** Writes on each element where it begins in the whole text, of which this is the piece from `from` on. */
function markPlaces(from: number) {
  return function mark(node: Placed): void {
    const offset = node.position?.start.offset;
    if (node.type === 'element' && node.properties && offset !== undefined)
      node.properties['data-from'] = from + offset;
    for (const child of node.children ?? []) mark(child);
  };
}

/** Puts each text that holds a citation into an element of its own, which shows them. */
function markCitations() {
  return function mark(node: Placed): void {
    node.children = node.children?.map((child) => {
      mark(child);
      const parts = child.type === 'text' ? citedParts(child.value ?? '') : [];
      if (parts.every(({ kind }) => kind === 'text')) return child;
      return { type: 'element', tagName: 'cite', properties: {}, children: [child] };
    });
  };
}

/** A part of a Markdown text that can be drawn alone, and where in the text it begins. */
type MarkdownPiece = { text: string; from: number; isPlain: boolean };

/**
 * Cuts a long text where a heading or a new block begins: what did not change need not be drawn again, and what is slow
 * to read (Markdown takes time by the square in places) stays short.
 */
function markdownPieces(text: string): MarkdownPiece[] {
  const pieces: MarkdownPiece[] = [];
  let from = 0;
  let at = 0;
  let isFenced = false;
  const cut = () => {
    const piece = text.slice(from, at);
    if (piece.trim() !== '') pieces.push({ text: piece, from, isPlain: nestedTooDeep.test(piece) });
    from = at;
  };
  for (const line of linesOf(text)) {
    const isBlock = !isFenced && (/^#{1,6}\s/.test(line) || (at - from > enough && isAfterBlank(text, at)));
    if (isBlock || at - from + line.length > most) cut();
    if (/^\s{0,3}(```|~~~)/.test(line)) isFenced = !isFenced;
    at += line.length;
  }
  cut();
  return pieces;
}

const enough = 3000;
const most = 6000;

// Each level is a call inside a call for whoever reads it: thousands of them end the page.
const nestedTooDeep = /^[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]*){16}/m;

function* linesOf(text: string): Generator<string> {
  for (const [line] of text.matchAll(/[^\n]*\n|[^\n]+$/g)) {
    for (let start = 0; start < line.length; start += most) yield line.slice(start, start + most);
  }
}

function isAfterBlank(text: string, at: number): boolean {
  return /\n[ \t]*\r?\n$/.test(text.slice(Math.max(0, at - 40), at));
}
