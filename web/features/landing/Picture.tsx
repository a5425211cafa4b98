import { clsx } from 'clsx';
import { pictures } from './pictures.data.ts';

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
