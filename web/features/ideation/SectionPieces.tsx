import { ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  type Factor,
  type FactorLine,
  factorValue,
  figuresIn,
  marketSums,
  readFactors,
} from '#shared/rules/ideation/market-figures.ts';
import { buttonClass } from '#web/ui/controls/button-class.ts';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { Markdown } from '#web/ui/Markdown.tsx';
import { figureNote } from './StageForm.tsx';
import { type SectionPiece, sectionPieces } from './section-pieces.ts';
import { useTyped } from './use-typed.ts';

type MarketProps = {
  text: string;
  /** The whole session: the market's figures are computed from it. */
  content: string;
  onFactor: (factor: Factor, value: string) => void;
};

/** A section as it is read: Markdown, and what can be computed, searched or counted in a form of its own. */
export function SectionPieces(market: MarketProps) {
  return (
    <>
      {sectionPieces(market.text).map((piece) => (
        <div key={piece.from} data-piece={piece.from} className="min-w-0 not-first:mt-2.5">
          <Piece piece={piece}>
            <Market {...market} />
          </Piece>
        </div>
      ))}
    </>
  );
}

/** One piece; `children` is the market's worksheet. */
function Piece({ piece, children }: { piece: SectionPiece; children: ReactNode }) {
  switch (piece.kind) {
    case 'text':
      return <Markdown text={piece.text} hasCitations />;
    case 'title':
      return <h4 className="mt-4 border-t border-line pt-4 text-[0.9375rem] leading-5">{piece.text}</h4>;
    case 'market':
      return children;
    case 'links':
      return <SearchLinks links={piece.links} />;
  }
}

function Market({ text, content, onFactor }: MarketProps) {
  const figures = figuresIn(content);
  const sums = figures && marketSums(figures);
  const lines = readFactors(text);
  const of = (wanted: Factor) => lines.find(({ factor }) => factor === wanted);
  const reach = of('reach');
  return (
    <section aria-label="Market size" className="grid gap-4 py-1">
      <h4 className="text-[0.9375rem] leading-5">Whole market (TAM)</h4>
      <p role="status">
        <b className="block text-4xl leading-tight font-semibold tracking-tight tabular-nums sm:text-5xl">
          {sums ? sums.wholeTotal : '–'}
        </b>
        <span className="text-meta text-soft">
          <span>{sums ? 'a year.' : 'Fill in the first three numbers.'}</span>
          <span>{sums?.reachableTotal ? ` Within your reach (SAM): ${sums.reachableTotal}` : null}</span>
        </span>
      </p>
      <div className="grid gap-3 sm:grid-cols-3">
        {(['population', 'share', 'price'] as const).map((factor) => (
          <FactorInput key={factor} line={of(factor)} onFactor={onFactor} />
        ))}
      </div>
      {reach ? (
        <div className="sm:max-w-[calc((100%-1.5rem)/3)]">
          <FactorInput line={reach} onFactor={onFactor} />
        </div>
      ) : null}
    </section>
  );
}

type FactorInputProps = { line: FactorLine | undefined; onFactor: MarketProps['onFactor'] };

function FactorInput({ line, onFactor }: FactorInputProps) {
  const [value, setValue] = useTyped(line?.value ?? '', factorValue);
  if (!line) return null;
  return (
    <Field
      label={line.label}
      help={line.source || undefined}
      error={figureNote(line.factor, value)}
      className="flex flex-col justify-end"
    >
      <TextInput
        value={value}
        placeholder={examples[line.factor]}
        className="text-base tabular-nums"
        onChange={({ target }) => {
          setValue(target.value);
          onFactor(line.factor, target.value);
        }}
      />
    </Field>
  );
}

/** How a number may be written. */
const examples: Record<Factor, string> = {
  population: '1,200',
  share: '75 %',
  price: '$120',
  reach: '10 %',
};

function SearchLinks({ links }: { links: { name: string; url: string }[] }) {
  return (
    <ul className="flex flex-wrap gap-2">
      {links.map(({ name, url }) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={buttonClass()}>
            {name}
            <ExternalLink size={14} aria-hidden="true" />
            <span className="sr-only">(opens in a new tab)</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
