type FoundProps = {
  text: string;
  search: string;
  /** True where the text is cut at its end: then it begins shortly before the first words that were found. */
  isCut?: boolean;
};

/** A text with the words that were searched for marked, whatever their case. */
export function Found({ text, search, isCut = false }: FoundProps) {
  if (search === '') return text;
  const words = new RegExp(`(${search.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')})`, 'giu');
  const first = text.search(words);
  const shown = isCut && first > leading ? `…${text.slice(first - leading / 2)}` : text;
  return shown.split(words).map((part, at) =>
    at % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
      <mark key={at} className="marker-pen">
        {part}
      </mark>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
      <span key={at}>{part}</span>
    ),
  );
}

/** Characters that a cell shows at least. */
const leading = 24;
