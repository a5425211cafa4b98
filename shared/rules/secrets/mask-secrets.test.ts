import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostilePieces, innocentTexts, letters, secretSamples } from './mask-secrets.fixture.ts';
import { maskSecrets } from './mask-secrets.ts';
import { secretPatterns } from './secret-patterns.data.ts';

const named = secretSamples.map((sample) => [`${sample[0]}…${sample[2]}`, ...sample] as const);

describe('a secret', () => {
  it.each(named)('in %j is masked, and what is around it stays', (_name, before, secret, after, kind) => {
    const masked = maskSecrets(before + secret + after);
    expect(masked.text).toBe(`${before}[masked: ${kind}]${after}`);
    expect(masked.found).toEqual([{ kind, count: 1 }]);
  });

  it('is found among others in a long log, each for itself', () => {
    const log = secretSamples
      .map(([before, secret, after]) => `line one\n${before}${secret}${after}\n`)
      .join('\n');
    const { text, found } = maskSecrets(log);
    for (const [, secret] of secretSamples) expect(text).not.toContain(secret);
    const sum = found.reduce((total, { count }) => total + count, 0);
    expect(sum).toBe(secretSamples.length);
  });

  it('is counted by its kind', () => {
    const key = `sk_${'live'}_${letters(24)}`;
    expect(maskSecrets(`${key} ${key}\npassword: hunter2`).found).toEqual([
      { kind: 'Stripe key', count: 2 },
      { kind: 'password', count: 1 },
    ]);
  });

  it('of a whole service account is masked, and its project stays readable', () => {
    const account = JSON.stringify(
      {
        type: 'service_account',
        project_id: 'dog-walks',
        private_key_id: '0c7be1d845263f9a0c7be1d845263f9a0c7be1d8',
        private_key: `-----BEGIN ${'PRIVATE'} KEY-----\n${letters(64)}\n${letters(64)}\n-----END ${'PRIVATE'} KEY-----\n`,
        client_email: 'admin@dog-walks.iam.gserviceaccount.com',
      },
      null,
      2,
    );
    const { text } = maskSecrets(account);
    expect(JSON.parse(text)).toEqual({
      type: 'service_account',
      project_id: 'dog-walks',
      private_key_id: '[masked: key]',
      private_key: '[masked: private key]\n',
      client_email: 'admin@dog-walks.iam.gserviceaccount.com',
    });
  });
});

describe('a text without secrets', () => {
  it.each(innocentTexts.map((text) => [text]))('%j stays as it is', (text) => {
    expect(maskSecrets(text)).toEqual({ text, found: [] });
  });
});

const piece = fc.oneof(
  fc.constantFrom(...secretSamples.map(([before, secret, after]) => before + secret + after)),
  fc.constantFrom(...secretSamples.map(([, secret]) => secret)),
  fc.constantFrom(...innocentTexts, ...hostilePieces),
  fc.constantFrom(
    '[masked: password]',
    '[masked: ',
    ']',
    ' ',
    '\n',
    '"',
    "'",
    '&',
    '=',
    ': ',
    '@',
    '://',
    ' is ',
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const soup = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

describe('masking', () => {
  it('changes nothing in what is masked already', () => {
    fc.assert(
      fc.property(soup, (text) => {
        const once = maskSecrets(text).text;
        expect(maskSecrets(once)).toEqual({ text: once, found: [] });
      }),
      { numRuns: 1_000 },
    );
  });

  it('leaves no secret behind that is on a line of its own, whatever is around', () => {
    fc.assert(
      fc.property(soup, fc.constantFrom(...secretSamples), soup, (above, [before, secret, after], below) => {
        // An open quote or key above may take the line for its own: then it is masked all the more.
        const { text } = maskSecrets(`${above}\n${before}${secret}${after}\n${below}`);
        fc.pre(!above.includes(secret) && !below.includes(secret));
        expect(text).not.toContain(secret);
      }),
      { numRuns: 1_000 },
    );
  });

  it('only ever puts marks in place of what was there', () => {
    fc.assert(
      fc.property(soup, (text) => {
        const masked = maskSecrets(text).text;
        let at = 0;
        for (const kept of masked.split(/\[masked: [A-Za-z ]+\]/)) {
          const place = text.indexOf(kept, at);
          expect(place).toBeGreaterThanOrEqual(at);
          at = place + kept.length;
        }
      }),
    );
  });
});

/** Endless runs must start behind a sign that they could not continue with, so that they are read once. */
describe('the structure of what is looked for', () => {
  it.each(secretPatterns.map(({ kind, pattern }) => [kind, pattern] as const))(
    'lets no text be read again and again: %s',
    (_kind, { source }) => {
      // Within a class these signs mean themselves.
      const shape = source.replace(/\\[^\w]/g, 'x').replace(/\[[^\]]*\]/g, 'x');
      const repeated = /[+*]|\{\d+,\}/.exec(shape);
      const firstPart = source.replace(/^\(\?<before>/, '');
      const startsApart = /^\(\?<[!=]/.test(firstPart);
      // A sign, or a host with its dot, that can't be inside the run.
      const startsFixed = /^(?:\\[$/]|:|\[\?&#\]|[a-z]{4,5}\\\.)/.test(firstPart);
      expect(repeated === null || startsApart || startsFixed).toBe(true);
    },
  );
});
