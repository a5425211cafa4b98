import { expect, it } from 'vitest';
import { jpeg, png, webp } from '#server/testing/pictures.ts';
import { readContent } from './read-content.ts';

const esc = String.fromCharCode(27);
const bell = String.fromCharCode(7);

/** A picture with pieces, written in hex, put in at a place; and the picture as it is without them. */
function insert(picture: Buffer, at: number, pieces: string[]): [Buffer<ArrayBuffer>, Buffer] {
  const added = pieces.map((piece) => Buffer.from(piece, 'hex'));
  return [Buffer.concat([picture.subarray(0, at), ...added, picture.subarray(at)]), picture];
}

const textOf = async (content: string | Buffer) =>
  Buffer.from((await readContent(Buffer.from(content))).bytes).toString();

it.each([
  ['a moving cursor', `${esc}[?25lInstalling${esc}[?25h`, 'Installing'],
  ['a title and a link', `${esc}]0;bash${bell}a ${esc}]8;;https://x${esc}\\file${esc}]8;;${esc}\\`, 'a file'],
  ['sets of characters', `${esc}(Bhello${esc}=`, 'hello'],
  ['colours with colons', `${esc}[38:5:1mred${esc}[0m`, 'red'],
  ['backspaces', '50%\b\b\b60%', '60%'],
  ['a key split by colours', `sk_live_${'4eC39Hq'}${esc}[0m${'LyjWDarjtT1zdp7dc'}`, '[masked: Stripe key]'],
  ['UTF-16', Buffer.from('\ufeffGröße 🐕', 'utf16le'), 'Größe 🐕'],
  ['UTF-16 the other way', Buffer.from('\ufeffGröße', 'utf16le').swap16(), 'Größe'],
  ['Windows-1252', Buffer.from([0x47, 0x72, 0xf6, 0xdf, 0x65, 0x20, 0x80]), 'Größe €'],
  ['the next-line of mainframes', 'a\u0085b', 'a\u0085b'],
  ['HTML further down', 'log\n<html><script>alert(1)</script>', 'log\n<html><script>alert(1)</script>'],
  ['a comment first', '<!-- template -->\nIt fails', '<!-- template -->\nIt fails'],
] as const)('takes a log with %s', async (_case, content, text) => {
  expect(await textOf(content)).toBe(text);
});

it('answers others while it reads a long log, and reads it whole', async () => {
  const order: string[] = [];
  const log = `${'GET / 200\n'.repeat(200_000)}DB_PASS=hunter2\n`;
  const reading = readContent(Buffer.from(log)).then(({ masked }) => order.push(`read, ${masked} masked`));
  await new Promise((resolve) => setImmediate(resolve));
  order.push('another');
  await reading;
  expect(order).toEqual(['another', 'read, 1 masked']);
});

it.each([
  ['JPEG', ...insert(jpeg(40, 30), 2, ['ffe1000b457869660000414441', 'ffed0005414441', 'fffe0005414441'])],
  ['PNG', ...insert(png(40, 30), 33, ['000000036558496641444100000000', '000000037445587441444100000000'])],
  ['WebP', ...insert(webp(40, 30), 30, ['455849460300000041444100', '584d50200300000041444100'])],
])('strips the metadata of a %s', async (_case, given, plain) => {
  const { bytes } = await readContent(given);
  expect(Buffer.from(bytes).equals(plain)).toBe(true);
});

it('preserves the orientation of a JPEG', async () => {
  const tags = '0002' + '010f000200000003' + '41444100' + '011200030000000100060000';
  const exif = `4578696600004d4d002a00000008${tags}00000000`;
  const [given] = insert(jpeg(40, 30), 2, [
    `ffe1${(exif.length / 2 + 2).toString(16).padStart(4, '0')}${exif}`,
  ]);
  const kept = Buffer.from((await readContent(given)).bytes).toString('hex');
  expect(kept).toContain('49492a0008000000010012010300010000000600000000000000');
  expect(kept).not.toContain('414441');
});
