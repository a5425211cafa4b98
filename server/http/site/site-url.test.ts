import { describe, expect, it } from 'vitest';
import { isPublicAddress, siteUrl } from './site-url.ts';

const from = (host: string) => new Request('http://ignored/', { headers: { host } });
const listening = () => 'http://localhost:3000';

describe('the site’s address', () => {
  it.each(['localhost:4000', '127.0.0.1:4000', '[::1]:4000', 'localhost'])(
    'is the loopback name %s that was used',
    (host) => {
      expect(siteUrl(null, listening)(from(host))).toBe(`http://${host}`);
    },
  );

  it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.1'])(
    'is not taken from the foreign name %s',
    (host) => expect(siteUrl(null, listening)(from(host))).toBe('http://localhost:3000'),
  );

  it('is the configured one whatever the request says', () => {
    expect(siteUrl('https://spark.example', listening)(from('localhost:4000'))).toBe('https://spark.example');
  });
});

it.each([
  [null, false],
  ['http://localhost:8080', false],
  ['http://127.0.0.1', false],
  ['https://[::1]:8443', false],
  ['https://spark.example', true],
  ['http://localhost.spark.example', true],
  ['http://192.168.0.7:3000', true],
])('whether %s is a public address: %s', (publicUrl, isPublic) => {
  expect(isPublicAddress(publicUrl)).toBe(isPublic);
});
