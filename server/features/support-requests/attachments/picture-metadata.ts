/**
 * A picture without what a device or program wrote into it beside the picture: place, time, names, comments. What tells
 * how it is to be shown stays, such as its colours; a JPEG keeps the direction in which it is turned. Bytes that follow
 * no known order stay as they are.
 */
export function withoutMetadata(
  bytes: Uint8Array,
  type: 'image/png' | 'image/jpeg' | 'image/webp',
): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (type === 'image/png') return keepPng(bytes, view);
  return type === 'image/jpeg' ? keepJpeg(bytes, view) : keepWebp(bytes, view);
}

const nameAt = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));

function keepPng(bytes: Uint8Array, view: DataView): Uint8Array {
  const kept = [bytes.subarray(0, 8)];
  let at = 8;
  while (at + 12 <= bytes.length) {
    const end = at + 12 + view.getUint32(at);
    const name = nameAt(bytes, at + 4);
    if (end > bytes.length) break;
    if (!/^(?:eXIf|tEXt|iTXt|zTXt|tIME)$/.test(name)) kept.push(bytes.subarray(at, end));
    at = end;
    // What hides behind the end is no part of the picture.
    if (name === 'IEND') return Buffer.concat(kept);
  }
  return Buffer.concat([...kept, bytes.subarray(at)]);
}

function keepJpeg(bytes: Uint8Array, view: DataView): Uint8Array {
  const kept = [bytes.subarray(0, 2)];
  let at = 2;
  while (at + 4 <= bytes.length && view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === 0xda) break;
    const end = at + 2 + Math.max(2, view.getUint16(at + 2));
    if (end > bytes.length) break;
    const segment = bytes.subarray(at, end);
    // EXIF and XMP; who signed it, IPTC, comments.
    if (marker === 0xe1) kept.push(turnOnly(segment));
    else if (![0xeb, 0xed, 0xfe].includes(marker)) kept.push(segment);
    at = end;
  }
  return Buffer.concat([...kept, bytes.subarray(at)]);
}

/** A segment of 36 bytes: its head, the mark of little-endian TIFF, one tag. Value and end come after it. */
const exifOfOneTag = 'ffe10022457869660000' + '49492a0008000000' + '0100' + '1201' + '0300' + '01000000';

/** A segment that says only how the picture is turned (EXIF, tag 0x0112); empty when it isn't. */
function turnOnly(segment: Uint8Array): Uint8Array {
  const exif = Buffer.from(segment);
  if (exif.toString('latin1', 4, 10) !== 'Exif\0\0' || exif.length < 20) return new Uint8Array();
  const isLittle = exif.toString('latin1', 10, 12) === 'II';
  const short = (at: number) => (isLittle ? exif.readUInt16LE(at) : exif.readUInt16BE(at));
  const first = 10 + (isLittle ? exif.readUInt32LE(14) : exif.readUInt32BE(14));
  for (let at = first + 2; at + 12 <= exif.length && at < first + 2 + 12 * short(first); at += 12) {
    if (short(at) !== 0x0112) continue;
    const turn = Buffer.from(`${exifOfOneTag}${'0'.repeat(16)}`, 'hex');
    turn.writeUInt8(short(at + 8) & 0xff, 28);
    return turn;
  }
  return new Uint8Array();
}

function keepWebp(bytes: Uint8Array, view: DataView): Uint8Array {
  const kept = [Buffer.from(bytes.subarray(0, 12))];
  let at = 12;
  while (at + 8 <= bytes.length) {
    const size = view.getUint32(at + 4, true);
    const end = Math.min(bytes.length, at + 8 + size + (size % 2));
    const name = nameAt(bytes, at);
    const chunk = Buffer.from(bytes.subarray(at, end));
    // Its header no longer promises EXIF (8) and XMP (4).
    if (name === 'VP8X' && chunk.length > 8) chunk.writeUInt8(chunk.readUInt8(8) & ~12, 8);
    if (name !== 'EXIF' && name !== 'XMP ') kept.push(chunk);
    at = end;
  }
  const whole = Buffer.concat([...kept, bytes.subarray(at)]);
  whole.writeUInt32LE(whole.length - 8, 4);
  return whole;
}
