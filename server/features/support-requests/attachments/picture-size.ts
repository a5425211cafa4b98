/** Pixels, as the header of a picture promises them. */
export type Size = { width: number; height: number };

/** Read from the header alone; null when there is none that makes sense. */
export function pictureSize(bytes: Uint8Array, type: 'image/png' | 'image/jpeg' | 'image/webp'): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    if (type === 'image/png') return pngSize(view);
    return type === 'image/jpeg' ? jpegSize(view) : webpSize(view);
  } catch (error) {
    // The header promises more bytes than there are.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function pngSize(view: DataView): Size | null {
  return text(view, 12) === 'IHDR' ? { width: view.getUint32(16), height: view.getUint32(20) } : null;
}

/** Walks the segments to the frame header; those before it hold thumbnails and colours. */
function jpegSize(view: DataView): Size | null {
  let at = 2;
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    const isScan = marker === 0xda || marker === 0xd9;
    if (isScan) return null;
    at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return null;
}

function webpSize(view: DataView): Size | null {
  switch (text(view, 12)) {
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
    default:
      return null;
  }
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}

function text(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((place) => view.getUint8(at + place)));
}
