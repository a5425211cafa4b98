import type { AttachmentType } from '#shared/contracts/support-requests/attachments.ts';
import { maskSecrets } from '#shared/rules/secrets/mask-secrets.ts';
import { markPattern } from '#shared/rules/secrets/secret-mark.ts';

const longest = 255;

const endings: Record<AttachmentType, readonly [string, ...string[]]> = {
  'image/png': ['.png'],
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/webp': ['.webp'],
  'application/pdf': ['.pdf'],
  'text/plain': ['.txt', '.log', '.md', '.csv', '.json', '.yml', '.yaml', '.toml', '.ini', '.conf'],
};

const unnamed: Record<AttachmentType, string> = {
  'image/png': 'picture',
  'image/jpeg': 'picture',
  'image/webp': 'picture',
  'application/pdf': 'document',
  'text/plain': 'log',
};

const pictureEnding = /\.(?:png|jpe?g|webp|gif|bmp|tiff?|heic|avif)$/i;

/**
 * The name under which a file is listed and downloaded: only the last part of a path, no secret, nothing that hides or
 * turns around what is read, and an ending that says what the file really is.
 */
export function fileName(uploadName: string, type: AttachmentType): string {
  const last = uploadName.split(/[/\\]/).at(-1) ?? '';
  // Format characters turn the reading direction or can't be seen; joiners hold emoji and scripts together.
  const seen = last.normalize('NFC').replace(/[\p{Cc}\u2028\u2029]|(?![\u200c\u200d])\p{Cf}/gu, '');
  const plain = withoutSecrets(seen)
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^\s+|[\s.]+$/g, '');
  const [usual, ...others] = endings[type];
  const ending = [usual, ...others].find((each) => plain.toLowerCase().endsWith(each));
  const stem = ending ? plain.slice(0, -ending.length) : plain.replace(pictureEnding, '');
  const whole = stem.replace(/^[\s.]+|[\s.]+$/g, '') || unnamed[type];
  const suffix = ending ? plain.slice(plain.length - ending.length) : usual;
  return `${cut(whole, longest - suffix.length)}${suffix}`;
}

/** `masked Stripe key.txt`: the mark without characters that file names forbid. */
function withoutSecrets(name: string): string {
  const ending = /\.\w{1,5}$/.exec(name)?.[0] ?? '';
  const stem = maskSecrets(name.slice(0, name.length - ending.length)).text;
  return stem.replace(markPattern, (mark) => mark.slice(1, -1).replace(':', '')) + ending;
}

/** At most so many UTF-16 units, never half of a character. */
function cut(text: string, most: number): string {
  const start = text.slice(0, most);
  return start.isWellFormed() ? start : start.slice(0, -1);
}

/** Always a download; the name in ASCII for old browsers, and whole (RFC 5987) for the others. */
export function contentDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${whole}`;
}
