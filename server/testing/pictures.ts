// Pictures for tests: headers that promise a size, and as much behind them as a reader of parts wants.

export function png(width: number, height: number): Buffer<ArrayBuffer> {
  const header = Buffer.alloc(33);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(header);
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  header.set([8, 6], 24);
  const data = [Buffer.from('0000002449444154', 'hex'), Buffer.alloc(40, 7)];
  return Buffer.concat([header, ...data, Buffer.from('0000000049454e44ae426082', 'hex')]);
}

export function jpeg(width: number, height: number): Buffer<ArrayBuffer> {
  const start = Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex');
  const frame = Buffer.from('ffc00011080000000003012200021101031101', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const scan = Buffer.from('ffda0008010100003f00', 'hex');
  return Buffer.concat([start, frame, scan, Buffer.alloc(40, 1), Buffer.from('ffd9', 'hex')]);
}

export function webp(width: number, height: number): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(60);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(52, 4);
  bytes.write('WEBPVP8X', 8);
  bytes.writeUInt32LE(10, 16);
  bytes.writeUIntLE(width - 1, 24, 3);
  bytes.writeUIntLE(height - 1, 27, 3);
  bytes.write('VP8L', 30);
  bytes.writeUInt32LE(22, 34);
  return bytes;
}
