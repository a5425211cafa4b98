import { createHash } from 'node:crypto';

const digits = '234567abcdefghijklmnopqrstuvwxyz';
const keyLength = 13;

/** A record key in the form that posts have, always the same for one reply: a second try meets the first. */
export function recordKey(key: string): string {
  // 64 bits of which the first is 0, five to a digit.
  const hash = createHash('sha256').update(key).digest().readBigUInt64BE() >> 1n;
  let rest = hash;
  let name = '';
  for (let place = 0; place < keyLength; place++) {
    name = digits[Number(rest & 31n)] + name;
    rest >>= 5n;
  }
  return name;
}

/** Byte ranges of addresses in a text: only marked ones become links. */
export function linkFacets(text: string): object[] {
  return [...text.matchAll(/https?:\/\/[^\s<>"]*[^\s<>"'.,;:!?)\]}]/g)].map(({ 0: uri, index }) => {
    const byteStart = Buffer.byteLength(text.slice(0, index));
    return {
      index: { byteStart, byteEnd: byteStart + Buffer.byteLength(uri) },
      features: [{ $type: 'app.bsky.richtext.facet#link', uri }],
    };
  });
}
