/** Replies that would make a careless reader look again and again at what it has read, by what they are full of. */
export const hostileReplies: Record<string, (size: number) => string> = {
  'open braces': (size) => '{'.repeat(size),
  'braces that never close': (size) => fill('{"a":', size),
  'nested braces': (size) => `${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}`,
  'closed objects that are no JSON': (size) => fill('{no} ', size),
  'closing braces': (size) => `{${'}'.repeat(size)}`,
  'quotes that never close': (size) => fill('{"', size),
  'one quote that never closes': (size) => `{"concept": "${'word '.repeat(size / 5)}`,
  backslashes: (size) => `{"concept": "${'\\'.repeat(size)}`,
  'odd escapes': (size) => `{"concept": "${'\\"\\x'.repeat(size / 4)}`,
  commas: (size) => `{"features": [1${','.repeat(size)}]}`,
  'trailing commas': (size) => fill('{"a":[1,],},', size),
  'one long line': (size) => 'word'.repeat(size / 4),
  spaces: (size) => `{${' '.repeat(size)}`,
  'empty lines': (size) => '\n'.repeat(size),
  'open fences': (size) => fill('```json\n', size),
  'fences around nothing': (size) => fill('```\n{\n```\n', size),
  backticks: (size) => '`'.repeat(size),
  colons: (size) => ':'.repeat(size),
  'loose lines': (size) => fill('concept: a word\n', size),
  'lines that are nearly loose': (size) => fill('"features" : [\n', size),
  'list marks': (size) => fill('- ', size),
  'hashes and stars': (size) => fill('#*', size),
};

/** The piece again and again, to exactly that length. */
function fill(piece: string, size: number): string {
  return piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
}
