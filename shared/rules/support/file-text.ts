/**
 * The text of a file as a reader sees it: from UTF-8, from UTF-16 where its mark says so, and else from what an old
 * Windows wrote; without what only a terminal obeys. Null for what is no text.
 */
export function fileText(bytes: Uint8Array): string | null {
  const text = decode(bytes);
  if (text === null) return null;
  const plain = text.includes(esc) ? text.replace(commands, '') : text;
  const shown = plain.includes('\b') ? rubOut(plain) : plain;
  return controls.test(shown) ? null : shown;
}

function decode(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return decodeAs('utf-16le', bytes);
  if (first === 0xfe && second === 0xff) return decodeAs('utf-16be', bytes);
  return decodeAs('utf-8', bytes) ?? decodeAs('windows-1252', bytes);
}

function decodeAs(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** All but line ends, tabs and the next-line of mainframes. */
const controls = /[^\P{Cc}\t\n\r\f\u0085]/u;

const esc = String.fromCharCode(27);
const bell = String.fromCharCode(7);

/** Logs that were copied from a terminal are full of them, and they can split a key in two. */
const commands = new RegExp(
  [
    // Colours and the cursor; titles and links; sets of characters; all others of one sign.
    `${esc}\\[[0-?]{0,60}[ -/]{0,4}[@-~]`,
    `${esc}[\\]PX^_][^${bell}${esc}]{0,4000}(?:${bell}|${esc}\\\\)`,
    `${esc}[ -/]{1,4}[0-~]`,
    `${esc}[0-Z\\\\^-~]`,
  ].join('|'),
  'g',
);

/** Every backspace takes the character before it away, as on the screen. */
function rubOut(text: string): string {
  const result: string[] = [];
  for (const sign of text) {
    if (sign !== '\b') result.push(sign);
    else if (result.at(-1) !== '\n') result.pop();
  }
  return result.join('');
}
