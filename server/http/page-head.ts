import { html, raw } from 'hono/html';
import { productName } from '#shared/rules/product.ts';
import { findSitePage } from '#shared/rules/site-pages.ts';

/** What stands in a page's head for those who find or share it. */
export type PageHead = {
  title: string;
  description: string;
  /** Absolute address of the page itself; null keeps it out of every index. */
  canonicalUrl: string | null;
  /** Absolute address of a picture of 1200 by 630 pixels, and what it shows. */
  image: { url: string; alt: string };
};

/** The head's tags, everything in them escaped (Open Graph protocol; Twitter reads the same but for the card's form). */
export function renderHead({ title, description, canonicalUrl, image }: PageHead): string {
  const isIndexed = canonicalUrl !== null;
  return String(html`<title>${title}</title>
<meta name="description" content="${description}">
${isIndexed ? html`<link rel="canonical" href="${canonicalUrl}">` : raw('<meta name="robots" content="noindex">')}
<meta property="og:type" content="website">
<meta property="og:site_name" content="${productName}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
${isIndexed ? html`<meta property="og:url" content="${canonicalUrl}">` : ''}
<meta property="og:image" content="${image.url}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta property="og:image:alt" content="${image.alt}">
<meta name="twitter:card" content="summary_large_image">`);
}

/** The title of a survey that anybody may open; null for every other, whose idea is not for strangers. */
export type SurveyTitle = (id: string) => Promise<string | null>;

/** The head of one of the site's own pages, or of its 404 page. */
export function describeSitePage(path: string, siteUrl: string): PageHead {
  const page = findSitePage(path);
  return {
    title: page?.title ?? `Page not found · ${productName}`,
    description: page?.description ?? 'There is no page at this address.',
    canonicalUrl: page?.isIndexed ? siteUrl + page.path : null,
    image: {
      url: `${siteUrl}/og/home.png`,
      alt: 'The first page: “Know before you build.” beside a verdict.',
    },
  };
}

/** A survey's card when its link is shared: its title and never its answers. No index may hold it. */
export function describeSurveyPage(title: string | null, siteUrl: string): PageHead {
  return {
    title: title ?? `A survey on ${productName}`,
    description: title
      ? 'A short survey about what you really did. It takes a few minutes.'
      : 'A founder asks for your experience. Sign in to answer.',
    canonicalUrl: null,
    image: { url: `${siteUrl}/og/survey.png`, alt: 'A survey page with its first questions.' },
  };
}
