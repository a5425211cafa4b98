import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ConfigError, readConfig } from './config.ts';
import { environment } from './environment.ts';
import { askedSources, sourceAddresses, sourceVariables } from './source-addresses.ts';

const production = {
  NODE_ENV: 'production',
  IDENTITY: 'embedded',
  AI: 'embedded',
  PAYMENTS: 'embedded',
  MAIL: 'embedded',
};

const stripe = {
  PAYMENTS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_51abc',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_51abc',
  STRIPE_WEBHOOK_SECRET: 'whsec_abc',
  STRIPE_PRICE_PRO: 'price_1pro',
  STRIPE_PRICE_DEVELOPER: 'price_1dev',
};

function problems(env: Record<string, string>): string {
  try {
    readConfig(env);
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
}

describe('the configuration', () => {
  it('trusts an authority of the operator beside the public ones, and refuses a file without one', () => {
    const folder = mkdtempSync(join(tmpdir(), 'authority-'));
    const file = join(folder, 'ca.pem');
    const smtp = { MAIL: 'smtp', SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example' };
    const env = { ...smtp, SUPPORT_EMAIL: 'a@b.example', MAIL_CA_FILE: file };
    const refused = (why: string) => `MAIL_CA_FILE is not valid: the file ${file} can't be read (${why}).`;
    expect(problems(env)).toBe(refused('ENOENT'));
    writeFileSync(file, 'hello');
    expect(problems(env)).toBe(refused('no certificate in PEM'));
    const [authority = '', ...others] = rootCertificates;
    writeFileSync(file, authority.replace('MII', 'AAA'));
    expect(problems(env)).toMatch(/^MAIL_CA_FILE is not valid: the file .* can't be read \(/);
    writeFileSync(file, authority);
    const { mailCertificates } = readConfig(env);
    expect(mailCertificates?.at(-1)).toBe(authority);
    expect(mailCertificates).toContain(others[0]);
    expect(readConfig({}).mailCertificates).toBeNull();
    expect(problems({ MAIL_CA_FILE: file })).toBe(
      'MAIL_CA_FILE is only read with MAIL=smtp or INBOUND_MAIL=imap. Set that, or remove it.',
    );
    rmSync(folder, { recursive: true });
  });

  it('needs nothing: everything is embedded', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      role: 'all',
      stopDelaySeconds: 0,
      databaseUrl: null,
      ai: { kind: 'embedded' },
      payments: { kind: 'embedded' },
    });
  });

  it('counts an empty variable as absent', () => {
    expect(readConfig({ DATABASE_URL: '', AI: ' ' }).databaseUrl).toBeNull();
  });

  it('trusts proxies on this machine, or those that are named', () => {
    expect(readConfig({}).trustedProxies).toEqual(['loopback']);
    const named = { TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1' };
    expect(readConfig(named).trustedProxies).toEqual(['10.0.0.0/8', '192.0.2.1']);
    expect(problems({ TRUSTED_PROXIES: 'the-proxy' })).toMatch(/TRUSTED_PROXIES.*must hold addresses/);
  });

  it('selects Groq by its key alone', () => {
    expect(readConfig({ GROQ_API_KEY: 'gsk_0123456789abcdef' }).ai).toMatchObject({
      kind: 'openai-compatible',
      baseUrl: 'https://api.groq.com/openai/v1',
    });
  });

  it('says everything that a half-configured model lacks', () => {
    expect(problems({ AI: 'openai-compatible', AI_MODEL: 'm' })).toBe(
      'AI=openai-compatible needs AI_BASE_URL.\nAI=openai-compatible needs AI_API_KEY.',
    );
  });

  it.each(['changeme', 'your-key-here', 'sk_test_...', 'xxxx'])('refuses the placeholder %s', (value) => {
    expect(problems({ GROQ_API_KEY: value })).toContain('GROQ_API_KEY still holds a placeholder');
  });

  it('takes a folder that is called like a placeholder', () => {
    expect(readConfig({ DATA_DIR: '/srv/your-app' }).dataDir).toBe('/srv/your-app');
  });

  it.each(['IDENTITY', 'AI', 'PAYMENTS', 'MAIL'])('wants %s named in production', (name) => {
    const { [name as keyof typeof production]: _left, ...rest } = production;
    expect(problems(rest)).toContain(`${name} must be named in production`);
    expect(problems(production)).toBe('');
  });

  it('takes Firebase with its project, and an emulator on this machine', () => {
    const firebase = { IDENTITY: 'firebase', FIREBASE_PROJECT_ID: 'spark-1', FIREBASE_API_KEY: 'AIza-key' };
    expect(readConfig(firebase).identity).toEqual({
      kind: 'firebase',
      projectId: 'spark-1',
      apiKey: 'AIza-key',
      emulatorUrl: null,
    });
    const emulated = { ...firebase, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' };
    expect(readConfig(emulated).identity).toMatchObject({ emulatorUrl: 'http://127.0.0.1:9099' });
    expect(readConfig({ ...emulated, PUBLIC_URL: 'http://localhost:8080' }).identity.kind).toBe('firebase');
    const reachables: Record<string, string>[] = [
      { HOST: '0.0.0.0' },
      { PUBLIC_URL: 'https://spark.example' },
      { ...production, IDENTITY: 'firebase' },
    ];
    for (const reachable of reachables)
      expect(problems({ ...emulated, ...reachable })).toContain(
        'FIREBASE_AUTH_EMULATOR_HOST is for development',
      );
    for (const host of ['emulator.example:9099', '[::1]:9099', '127.0.0.1'])
      expect(problems({ ...firebase, FIREBASE_AUTH_EMULATOR_HOST: host })).toBe(
        'FIREBASE_AUTH_EMULATOR_HOST is not valid: must be a port of 127.0.0.1 or localhost, like 127.0.0.1:9099.',
      );
  });

  it('says what half a Firebase lacks, and what is set without it', () => {
    expect(problems({ IDENTITY: 'firebase' })).toBe(
      'IDENTITY=firebase needs FIREBASE_PROJECT_ID.\nIDENTITY=firebase needs FIREBASE_API_KEY.',
    );
    expect(problems({ FIREBASE_API_KEY: 'AIza-key' })).toContain('only read with IDENTITY=firebase');
    expect(
      problems({ IDENTITY: 'firebase', FIREBASE_PROJECT_ID: 'changeme', FIREBASE_API_KEY: 'k' }),
    ).toContain('FIREBASE_PROJECT_ID still holds a placeholder');
  });

  it('takes Stripe with its keys and prices, test keys too', () => {
    expect(readConfig(stripe).payments).toEqual({
      kind: 'stripe',
      secretKey: 'sk_test_51abc',
      publishableKey: 'pk_test_51abc',
      webhookSecret: 'whsec_abc',
      prices: { pro: 'price_1pro', developer: 'price_1dev' },
      apiUrl: null,
    });
    const elsewhere = { ...stripe, STRIPE_API_URL: 'http://127.0.0.1:12111' };
    expect(readConfig(elsewhere).payments).toMatchObject({ apiUrl: 'http://127.0.0.1:12111' });
    expect(problems({ ...stripe, STRIPE_API_URL: 'https://proxy.example/stripe' })).toBe(
      'STRIPE_API_URL is not valid: must be a host, like https://api.stripe.com.',
    );
  });

  it('says what half a Stripe lacks, and what is set without it', () => {
    expect(problems({ PAYMENTS: 'stripe', STRIPE_PRICE_PRO: 'price_1pro' })).toBe(
      [
        'PAYMENTS=stripe needs STRIPE_SECRET_KEY.',
        'PAYMENTS=stripe needs STRIPE_PUBLISHABLE_KEY.',
        'PAYMENTS=stripe needs STRIPE_WEBHOOK_SECRET.',
        'PAYMENTS=stripe needs STRIPE_PRICE_DEVELOPER.',
      ].join('\n'),
    );
    for (const name of [...Object.keys(stripe).slice(1), 'STRIPE_API_URL'])
      expect(problems({ [name]: 'https://pk_1' })).toContain(`${name} is only read with PAYMENTS=stripe`);
  });

  it.each([
    ['STRIPE_SECRET_KEY', 'sk_live_...'],
    ['STRIPE_SECRET_KEY', 'sk_test_xxx'],
    ['STRIPE_PUBLISHABLE_KEY', 'pk_test_...'],
    ['STRIPE_WEBHOOK_SECRET', 'whsec_...'],
    ['STRIPE_PRICE_PRO', 'price_xxx'],
    ['STRIPE_PRICE_DEVELOPER', 'your_price_id'],
  ])('refuses %s while it is the placeholder %s', (name, value) => {
    expect(problems({ ...stripe, [name]: value })).toBe(
      `${name} still holds a placeholder. Set its real value or remove it.`,
    );
  });

  it.each([
    ['STRIPE_PRICE_PRO', 'prod_1pro', 'must be the id of a price'],
    ['STRIPE_PRICE_DEVELOPER', '99', 'must be the id of a price'],
    ['STRIPE_WEBHOOK_SECRET', 'we_1abc', 'it begins with whsec_'],
    ['STRIPE_PUBLISHABLE_KEY', 'pk_live_51abc', 'must both be test keys or both be live keys'],
    ['STRIPE_API_URL', 'http://proxy.example', 'must be https, or a port of this machine'],
    ['STRIPE_API_URL', 'http://localhost.example:80', 'must be https, or a port of this machine'],
  ])('refuses %s=%s', (name, value, reason) => {
    expect(problems({ ...stripe, [name]: value })).toContain(reason);
  });

  it('takes no test money in production, and wants the address that people come back to', () => {
    const production = {
      ...stripe,
      NODE_ENV: 'production',
      IDENTITY: 'embedded',
      AI: 'embedded',
      MAIL: 'embedded',
    };
    expect(problems(production)).toBe(
      'PAYMENTS=stripe in production needs PUBLIC_URL.\nSTRIPE_SECRET_KEY is a test key: with NODE_ENV=production nobody could pay.',
    );
    const address = { PUBLIC_URL: 'https://spark.example' };
    const tried = { ...production, ...address, STRIPE_API_URL: 'http://127.0.0.1:12111' };
    expect(readConfig(tried).payments).toMatchObject({ kind: 'stripe' });
    const live = { STRIPE_SECRET_KEY: 'sk_live_51abc', STRIPE_PUBLISHABLE_KEY: 'pk_live_51abc' };
    expect(readConfig({ ...production, ...address, ...live }).payments).toMatchObject({ kind: 'stripe' });
  });

  it("refuses keys in each other's place, and one price for two plans", () => {
    const swapped = {
      ...stripe,
      STRIPE_SECRET_KEY: stripe.STRIPE_PUBLISHABLE_KEY,
      STRIPE_PUBLISHABLE_KEY: stripe.STRIPE_SECRET_KEY,
    };
    expect(problems(swapped)).toBe(
      'STRIPE_PUBLISHABLE_KEY must be the key that begins with pk_.\nSTRIPE_SECRET_KEY must be the key that begins with sk_ or rk_.',
    );
    expect(problems({ ...stripe, STRIPE_PRICE_PRO: stripe.STRIPE_PRICE_DEVELOPER })).toContain(
      'must be two prices',
    );
  });

  it('takes a mail server with a sender and somebody who receives what visitors write', () => {
    const smtp = {
      MAIL: 'smtp',
      SMTP_URL: 'smtps://user:pass@mail.example:465',
      MAIL_FROM: 'Startup Spark <hello@spark.example>',
      SUPPORT_EMAIL: 'help@spark.example',
    };
    expect(readConfig(smtp)).toMatchObject({
      mail: { kind: 'smtp', url: smtp.SMTP_URL, from: smtp.MAIL_FROM },
      supportEmail: 'help@spark.example',
    });
    expect(readConfig({}).supportEmail).toMatch(/@.+\.localhost$/);
    expect(problems({ ...smtp, SMTP_URL: 'http://mail.example' })).toContain('SMTP_URL is not valid');
    expect(problems({ ...smtp, MAIL_FROM: 'nobody' })).toContain('MAIL_FROM is not valid');
    expect(problems({ ...smtp, MAIL_FROM: 'a@b.example\r\nBcc: eve@evil.example' })).toContain('MAIL_FROM');
    expect(problems({ ...smtp, SUPPORT_EMAIL: 'help' })).toContain('SUPPORT_EMAIL is not valid');
  });

  it('says what half a mail server lacks, and what is set without it', () => {
    expect(problems({ MAIL: 'smtp' })).toBe(
      'MAIL=smtp needs SMTP_URL.\nMAIL=smtp needs MAIL_FROM.\nMAIL=smtp needs SUPPORT_EMAIL.',
    );
    expect(problems({ SMTP_URL: 'smtp://mail.example' })).toContain('only read with MAIL=smtp');
    expect(problems({ INBOUND_MAIL: 'imap' })).toBe(
      'INBOUND_MAIL=imap needs REPLY_ADDRESS.\nINBOUND_MAIL=imap needs IMAP_URL.',
    );
    expect(problems({ INBOUND_MAIL: 'webhook', REPLY_ADDRESS: 'reply@in.example' })).toBe(
      'INBOUND_MAIL=webhook needs MAIL_WEBHOOK_SECRET.',
    );
    expect(problems({ REPLY_ADDRESS: 'reply@in.example' })).toContain('only read with INBOUND_MAIL');
    expect(problems({ IMAP_URL: 'imaps://mail.example' })).toContain('must hold a user and a password');
    expect(problems({ REPLY_ADDRESS: 'a+b@in.example' })).toContain('must have at most 19');
    expect(readConfig({ SUPPORT_EMAIL: 'help@spark.example' }).supportEmail).toBe('help@spark.example');
  });

  it('counts SLA hours around the clock unless support hours are configured', () => {
    expect(readConfig({}).supportHours).toMatchObject({ timeZone: 'UTC', holidays: new Set() });
    const folder = mkdtempSync(join(tmpdir(), 'startup-spark-holidays-'));
    const file = join(folder, 'holidays.txt');
    writeFileSync(file, '# Closed\n2026-12-25 Christmas Day\n');
    const named = {
      SUPPORT_HOURS: 'Mo-Fr 09:00-17:00',
      SUPPORT_TIME_ZONE: 'Europe/Berlin',
      SUPPORT_HOLIDAYS: file,
    };
    const nineToFive = [{ open: 540, close: 1020 }];
    expect(readConfig(named).supportHours).toEqual({
      week: [...Array.from({ length: 5 }, () => nineToFive), [], []],
      timeZone: 'Europe/Berlin',
      holidays: new Set(['2026-12-25']),
    });
    writeFileSync(file, '2026-12-25\n26.12.2026 Boxing Day\n');
    expect(problems(named)).toBe(
      'SUPPORT_HOLIDAYS is not valid: line 2 must begin with a date, like 2026-12-25 Christmas Day, but is "26.12.2026 Boxing Day".',
    );
    rmSync(folder, { recursive: true });
    expect(problems(named)).toBe(`SUPPORT_HOLIDAYS is not valid: the file ${file} can't be read (ENOENT).`);
  });

  it.each([
    ['SUPPORT_HOURS', 'nine to five', 'SUPPORT_HOURS is not valid: must look like Mo-Fr 09:00-17:00'],
    ['SUPPORT_HOURS', 'Mo 09:00-10:00', 'SUPPORT_HOURS and SUPPORT_HOLIDAYS leave 52 open hours in the year'],
    ['SUPPORT_TIME_ZONE', '+01:00', 'SUPPORT_TIME_ZONE is not valid: must be the name of a time zone'],
  ])('does not start with %s=%s', (name, value, sentence) => {
    expect(problems({ [name]: value })).toContain(sentence);
  });

  it('keeps files on the disk, or in a bucket that is named whole', () => {
    const bucket = {
      FILES: 's3',
      S3_ENDPOINT: 'https://s3.eu-central-1.example',
      S3_REGION: 'eu-central-1',
      S3_BUCKET: 'spark-files',
      S3_ACCESS_KEY_ID: 'AK1',
      S3_SECRET_ACCESS_KEY: 'secret-of-the-bucket',
    };
    expect(readConfig({}).files).toEqual({ kind: 'disk' });
    expect(readConfig(production).files).toEqual({ kind: 'disk' });
    expect(readConfig(bucket).files).toMatchObject({ kind: 's3', bucket: 'spark-files', accessKeyId: 'AK1' });
    for (const name of Object.keys(bucket).slice(1)) {
      expect(problems({ ...bucket, [name]: '' })).toBe(`FILES=s3 needs ${name}.`);
      expect(problems({ ...bucket, FILES: '' })).toContain(`${name} is only read with FILES=s3`);
    }
    expect(problems({ ...bucket, S3_SECRET_ACCESS_KEY: 'changeme' })).toContain('still holds a placeholder');
    expect(problems({ ...bucket, S3_ENDPOINT: 'ftp://files.example' })).toContain('S3_ENDPOINT is not valid');
    expect(problems({ ...bucket, S3_BUCKET: '../up' })).toContain('S3_BUCKET is not valid');
  });

  it('refuses a worker without a database of its own, and a shared database without a shared key', () => {
    expect(problems({ PROCESS_ROLE: 'worker' })).toContain('PROCESS_ROLE=worker needs DATABASE_URL');
    expect(problems({ PROCESS_ROLE: 'web' })).toContain('PROCESS_ROLE=web needs DATABASE_URL');
    expect(problems({ DATABASE_URL: 'postgres://u:p@localhost/d' })).toContain(
      'DATABASE_URL needs SECRET_KEY',
    );
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['DATABASE_URL', 'mysql://x'],
    ['PUBLIC_URL', 'not a url'],
    ['AI', 'magic'],
    ['SECRET_KEY', 'short'],
  ])('names %s when it is %s', (name, value) => {
    expect(problems({ [name]: value })).toContain(`${name} is not valid`);
  });

  it('is listed whole in .env.example', () => {
    const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
    const listed = [...example.matchAll(/^([A-Z0-9_]+)=/gm)].map((match) => match[1]);
    expect(listed.toSorted()).toEqual(Object.keys(environment.shape).toSorted());
  });
});

const asked = (variables: Record<string, string>) =>
  askedSources(sourceAddresses(z.object(sourceVariables).parse(variables)));

it('a search asks what is configured, but no source that could only say why it can not be asked', () => {
  expect(asked({})).toEqual(['hacker-news', 'stack-exchange', 'lemmy']);
  const all = { CONVERSATIONS: 'reddit,discourse,dev', DISCOURSE_URLS: 'https://forum.example.com' };
  expect(asked(all)).toEqual(['discourse', 'dev']);
});
