import type { IdeaReading } from '#shared/contracts/reading.ts';

type MarkedIdeaProps = { idea: string; reading: IdeaReading | null; className?: string };

/** A founder's sentence, with the phrases that were read marked in it. */
export function MarkedIdea({ idea, reading, className }: MarkedIdeaProps) {
  return (
    <span dir="auto" className={className}>
      {markPhrases(idea, reading ? [reading.who, reading.trouble, reading.solution] : []).map(
        ({ text, start, isMarked }) =>
          isMarked ? (
            <mark key={start} className="marker-pen">
              {text}
            </mark>
          ) : (
            text
          ),
      )}
    </span>
  );
}

type Part = { text: string; start: number; isMarked: boolean };

/** Cuts a sentence at the phrases that stand in it word for word; a phrase inside another is left out. */
export function markPhrases(sentence: string, phrases: string[]): Part[] {
  const lower = sentence.toLowerCase();
  const found = phrases
    .map((phrase) => ({ start: lower.indexOf(phrase.trim().toLowerCase()), length: phrase.trim().length }))
    .filter(({ start, length }) => start >= 0 && length > 0)
    .sort((one, other) => one.start - other.start || other.length - one.length);
  const parts: Part[] = [];
  let at = 0;
  const add = (end: number, isMarked: boolean) => {
    if (end > at) parts.push({ text: sentence.slice(at, end), start: at, isMarked });
    at = Math.max(at, end);
  };
  for (const { start, length } of found) {
    if (start < at) continue;
    add(start, false);
    add(start + length, true);
  }
  add(sentence.length, false);
  return parts;
}
