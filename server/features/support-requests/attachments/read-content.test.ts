import { expect, it } from 'vitest';
import { jpeg, png, webp } from '#server/testing/pictures.ts';
import { readContent } from './read-content.ts';

const esc = String.fromCharCode(27);
const bell = String.fromCharCode(7);

const hex = (pieces: string) => Buffer.from(pieces, 'hex');

/** A picture with pieces put in at a place. */
const withPieces = (picture: Buffer, at: number, ...pieces: string[]) =>
  Buffer.concat([picture.subarray(0, at), ...pieces.map(hex), picture.subarray(at)]);

function webpWith(...pieces: string[]): Buffer<ArrayBuffer> {
  const bytes = withPieces(webp(40, 30), 30, ...pieces);
  bytes.writeUInt32LE(bytes.length - 8, 4);
  return bytes;
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

const gps = 'ffe1000b457869660000414441';
const comment = 'fffe0005414441';
/** Behind the header and the data of the picture's only scan. */
const endOfScan = jpeg(40, 30).length - 2;
const scan = 'ffda0008010100003f00' + '0102ff00ffd003';

it.each<[string, Buffer<ArrayBuffer>, Buffer]>([
  ['a JPEG without its metadata', withPieces(jpeg(40, 30), 2, gps, 'ffed0005414441', comment), jpeg(40, 30)],
  [
    'a JPEG without segments of programs, also those that name no format',
    withPieces(jpeg(40, 30), 2, 'ffe20006414441ff', 'ffe50005414441', 'ffef0005414441'),
    jpeg(40, 30),
  ],
  ['a JPEG without a comment behind its scan', withPieces(jpeg(40, 30), endOfScan, comment), jpeg(40, 30)],
  [
    'a JPEG without a comment between its scans',
    withPieces(jpeg(40, 30), endOfScan, comment, gps, scan, comment),
    withPieces(jpeg(40, 30), endOfScan, scan),
  ],
  [
    'a JPEG up to its end, without a second picture',
    Buffer.concat([jpeg(40, 30), withPieces(jpeg(9, 9), 2, gps)]),
    jpeg(40, 30),
  ],
  [
    'a JPEG with its colours',
    withPieces(
      jpeg(40, 30),
      2,
      'ffee000e41646f626500640000000001',
      'ffe200124943435f50524f46494c450001010909',
    ),
    withPieces(
      jpeg(40, 30),
      2,
      'ffee000e41646f626500640000000001',
      'ffe200124943435f50524f46494c450001010909',
    ),
  ],
  ['a JPEG that was cut off, with an end', jpeg(40, 30).subarray(0, -2), jpeg(40, 30)],
  [
    'a PNG without its metadata',
    withPieces(
      png(40, 30),
      33,
      '000000036558496641444100000000',
      '000000037445587441444100000000',
      '000000037072567741444100000000',
    ),
    png(40, 30),
  ],
  ['a PNG up to its end', Buffer.concat([png(40, 30), jpeg(9, 9)]), png(40, 30)],
  [
    'a WebP without its metadata',
    webpWith('455849460300000041444100', '584d50200300000041444100', '6e6f74650300000041444100'),
    webp(40, 30),
  ],
  [
    'an animated WebP without the metadata inside its frames',
    webpWith(
      `414e4d4630000000${'00'.repeat(16)}`,
      '5650384c020000002f00',
      '455849460300000041444100',
      '49434350020000004144',
    ),
    webpWith(`414e4d461a000000${'00'.repeat(16)}`, '5650384c020000002f00'),
  ],
  ['a WebP up to its length', Buffer.concat([webp(40, 30), jpeg(9, 9)]), webp(40, 30)],
])('takes %s', async (_case, given, plain) => {
  const { bytes } = await readContent(given);
  expect(Buffer.from(bytes).toString('hex')).toBe(plain.toString('hex'));
});

it('refuses a picture of an iPhone by its content, in words that say what to do', async () => {
  for (const brand of ['heic', 'heix', 'hevc', 'heim', 'mif1', 'msf1']) {
    const picture = Buffer.concat([
      hex('00000018'),
      Buffer.from(`ftyp${brand}`),
      hex('00000000'),
      Buffer.alloc(40),
    ]);
    await expect(readContent(picture)).rejects.toMatchObject({
      code: 'attachment_heic',
      message: 'iPhone picture: send it as JPEG (Settings, Camera, Most Compatible) or a screenshot.',
    });
  }
});

it('takes a PDF as it is', async () => {
  const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n');
  expect(await readContent(pdf)).toEqual({ type: 'application/pdf', bytes: pdf, masked: 0 });
});

it('preserves the orientation of a JPEG', async () => {
  const tags = '0002' + '010f000200000003' + '41444100' + '011200030000000100060000';
  const exif = `4578696600004d4d002a00000008${tags}00000000`;
  const given = withPieces(
    jpeg(40, 30),
    2,
    `ffe1${(exif.length / 2 + 2).toString(16).padStart(4, '0')}${exif}`,
  );
  const kept = Buffer.from((await readContent(given)).bytes).toString('hex');
  expect(kept).toContain('49492a0008000000010012010300010000000600000000000000');
  expect(kept).not.toContain('414441');
});
