import { clsx } from 'clsx';
import { CircleDashed } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { pictures } from './pictures.data.ts';

type MarketingSectionProps = { id?: string; title: string; lead: string; children: ReactNode };

export function MarketingSection({ id, title, lead, children }: MarketingSectionProps) {
  const heading = useId();
  return (
    <section id={id} aria-labelledby={heading} className="border-t border-line">
      <div className="mx-auto max-w-6xl px-4 py-14 sm:px-6 lg:py-20">
        <h2 id={heading} className="text-[2rem] leading-9 tracking-[-0.025em]">
          {title}
        </h2>
        <p className="mt-3 max-w-[36em] text-lg leading-7 text-soft">{lead}</p>
        <div className="mt-10 grid gap-14 lg:mt-12 lg:gap-16">{children}</div>
      </div>
    </section>
  );
}

type FeatureProps = { title: string; children: ReactNode; picture: ReactNode };

type FeaturePairProps = { first: FeatureProps; second: FeatureProps; pictures: 'left' | 'right' };

/** Two features; on a wide screen their pictures are side by side and the words beside both. */
export function FeaturePair({ first, second, pictures }: FeaturePairProps) {
  const isLeft = pictures === 'left';
  return (
    <div
      className={clsx(
        'grid gap-x-8 gap-y-10 md:grid-cols-2 lg:grid-rows-[auto_1fr]',
        isLeft ? 'lg:grid-cols-[1fr_1fr_1.25fr]' : 'lg:grid-cols-[1.25fr_1fr_1fr]',
      )}
    >
      <div className={clsx('md:self-center lg:row-start-1', isLeft ? wordsRight : wordsLeft)}>
        <FeatureText title={first.title}>{first.children}</FeatureText>
      </div>
      <div className={clsx('lg:row-span-2 lg:row-start-1', isLeft ? 'lg:col-start-1' : 'lg:col-start-2')}>
        {first.picture}
      </div>
      <div className={clsx('md:self-center lg:row-start-2 lg:self-start', isLeft ? wordsRight : wordsLeft)}>
        <FeatureText title={second.title}>{second.children}</FeatureText>
      </div>
      <div
        className={clsx(
          'lg:row-span-2 lg:row-start-1 lg:mt-14',
          isLeft ? 'lg:col-start-2' : 'lg:col-start-3',
        )}
      >
        {second.picture}
      </div>
    </div>
  );
}

const wordsLeft = 'lg:col-start-1 lg:pr-6';
const wordsRight = 'lg:col-start-3 lg:pl-6';

export function FeatureText({ title, children }: Omit<FeatureProps, 'picture'>) {
  return (
    <div className="grid gap-3">
      <h3 className="text-xl leading-7 tracking-[-0.02em]">{title}</h3>
      {children}
    </div>
  );
}

export function Paragraph({ children }: { children: ReactNode }) {
  return <p className="max-w-[60ch] text-base leading-6.5 text-soft">{children}</p>;
}

/** Features of a section that are not open yet. */
export function NotOpenYet({ children }: { children: ReactNode }) {
  return (
    <div className="rounded-m border border-dashed border-edge p-5 sm:p-6">
      <h3 className="flex items-center gap-2 text-base">
        <CircleDashed size={16} aria-hidden="true" className="shrink-0 text-faint" />
        Not open yet
      </h3>
      <ul className="mt-4 grid gap-x-10 gap-y-4 md:grid-cols-2">{children}</ul>
    </div>
  );
}

export function Planned({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li className="max-w-[60ch] text-soft">
      <strong className="font-medium text-ink">{name}</strong>
      <br />
      {children}
    </li>
  );
}

type PictureProps = {
  name: keyof typeof pictures;
  /** Description of the picture, for those who don't see it. */
  alt: string;
  /** Says that it is an example, and what of. */
  caption: string;
  className?: string;
};

/** A part of a real screen, in the reader's theme. The other theme's file is never fetched: nothing shows it. */
export function Picture({ name, alt, caption, className }: PictureProps) {
  const shown = { ...pictures[name], alt, loading: 'lazy', decoding: 'async' } as const;
  return (
    <figure style={{ maxWidth: pictures[name].width }} className="mx-auto w-full">
      <div className={clsx('overflow-hidden rounded-m bg-card shadow-float', className)}>
        <img
          {...shown}
          alt={alt}
          src={`/pictures/${name}-light.webp`}
          className="h-auto w-full dark:hidden"
        />
        <img
          {...shown}
          alt={alt}
          src={`/pictures/${name}-dark.webp`}
          className="hidden h-auto w-full dark:block"
        />
      </div>
      <figcaption className="mt-3 text-center text-meta text-balance text-faint">{caption}</figcaption>
    </figure>
  );
}
