import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { environment } from './environment.ts';

const production = {
  NODE_ENV: 'production',
  IDENTITY: 'embedded',
  AI: 'embedded',
  PAYMENTS: 'embedded',
  MAIL: 'embedded',
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
  it('needs nothing: everything is embedded', () => {
    const config = readConfig({});
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      role: 'all',
      databaseUrl: null,
      ai: { kind: 'embedded' },
      payments: { kind: 'embedded' },
    });
  });

  it('counts an empty variable as absent', () => {
    expect(readConfig({ DATABASE_URL: '', AI: ' ' }).databaseUrl).toBeNull();
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
    expect(readConfig({ SUPPORT_EMAIL: 'help@spark.example' }).supportEmail).toBe('help@spark.example');
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
    const listed = [...example.matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1]);
    expect(listed.toSorted()).toEqual(Object.keys(environment.shape).toSorted());
  });
});
