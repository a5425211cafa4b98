import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { productName } from '#shared/rules/product.ts';

type OneClickOptions = {
  secretKey: string;
  siteUrl: () => string;
  path: `/api/${string}`;
  /** Keeps tokens of one kind of mail from working for another. */
  purpose: string;
  /** Words of the page: its title, its button, and what it says afterwards. */
  title: string;
  button: string;
  done: string;
  switchOff: (userId: string) => Promise<void>;
};

/** The signed link in a mail that switches mails of its kind off for one user, without a login and for ever. */
export function oneClickOff(options: OneClickOptions): { urlFor: (userId: string) => string; routes: Hono } {
  const { siteUrl, path, switchOff } = options;
  const tokens = signedTokens(options);
  return {
    urlFor: (userId) => `${siteUrl()}${path}?token=${tokens.tokenOf(userId)}`,
    routes: oneClickRoutes(options, async (token) => {
      const userId = tokens.userOf(token);
      if (userId !== null) await switchOff(userId);
    }),
  };
}

function signedTokens({ secretKey, purpose }: OneClickOptions) {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32));
  const sign = (userId: string) => createHmac('sha256', key).update(userId).digest('base64url');
  return {
    tokenOf: (userId: string) => `${Buffer.from(userId).toString('base64url')}.${sign(userId)}`,

    /** Null for a token that is not ours. */
    userOf(token: string): string | null {
      const [id = '', signature = ''] = token.split('.');
      const userId = Buffer.from(id, 'base64url').toString();
      const expected = Buffer.from(sign(userId));
      const given = Buffer.from(signature);
      return given.length === expected.length && timingSafeEqual(given, expected) ? userId : null;
    },
  };
}

/**
 * The 'unsubscribe' button of mail programs (RFC 8058) and the link in the mail. A GET only asks, because scanners open
 * every link. The response is the same for an unknown token.
 */
function oneClickRoutes(
  { path, title, button, done }: OneClickOptions,
  switchOff: (token: string) => Promise<void>,
): Hono {
  const app = new Hono();
  app.post(path, async (context) => {
    await switchOff(context.req.query('token') ?? '');
    context.header('Cache-Control', 'no-store');
    return context.html(page(title, html`<p>${done}</p>`));
  });
  app.get(path, (context) => {
    context.header('Cache-Control', 'no-store');
    return context.html(page(title, html`<form method="post"><button>${button}</button></form>`));
  });
  return app;
}

function page(title: string, content: unknown) {
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">
    <meta name="color-scheme" content="light dark"><title>${title} · ${productName}</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/plain.css"></head><body><main>
    <h1>${title}</h1>${content}</main></body></html>`;
}
