import type { FoundPost } from '#server/integrations/sources/port.ts';

/**
 * The sentences of a post that its author says to people, in order, its title first: none that gives orders to a
 * machine, so that an order changes nothing that is made of them.
 */
export function spokenSentences(post: Pick<FoundPost, 'title' | 'body'>): string[] {
  return [post.title.slice(0, read), ...sentencesOf(post.body.slice(0, read))].filter(
    (sentence) => /\p{L}/u.test(sentence) && !isOrderToMachine(sentence),
  );
}

/** A text without the sentences that give orders to a machine; their places are kept by an ellipsis. */
export function withoutOrders(text: string): string {
  return sentencesOf(text, true)
    .map((sentence) => (isOrderToMachine(sentence) ? '… ' : sentence))
    .join('');
}

/**
 * A stranger's text on one line, cut to `longest` UTF-16 units at a word. No part links, mentions, tags, marks up or
 * turns the text around it.
 */
export function tameWords(text: string, longest: number): string {
  const plain = text
    .slice(0, read)
    .normalize('NFKC')
    .slice(0, read)
    .replace(/(?:https?:\/\/|www\.)\S+/gi, '…')
    // It begins where no name can have begun before, so that a long one is read once.
    .replace(/(?<![\w.-])[\w-]+(?:\.[\w-]+)+(\/\S*)?/g, (name: string, path?: string) =>
      (path === undefined ? endsAsHost : endsAsAnyHost).test(name) ? '…' : name,
    )
    .replace(/&(?:#\w+|[a-z]+);/gi, ' ')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu, ' ')
    .replace(/[@#<>*_`~|[\]{}\\^“”„«»"]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return isolated(cutAtWord(plain.toWellFormed(), longest));
}

const endsAsHost = /\.(?:com|net|org|io|app|dev|ai|co|xyz|me|info|biz|ru|cn|top|shop|site)\b/i;
const endsAsAnyHost = /\.[a-z]{2,}\//i;

/** The text, or its beginning up to a word's end and an ellipsis; never half a character. */
export function cutAtWord(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const room = text.slice(0, longest);
  const space = room.search(/\s\S*$/);
  const end = space > longest / 2 ? space : room.replace(/[\uD800-\uDBFF]$/, '').length;
  return `${text.slice(0, end).replace(/[\s,;:–-]+$/, '')}…`;
}

/** The sentences and lines of a text; joined again they are the text when `isWhole`. */
function sentencesOf(text: string, isWhole = false): string[] {
  const sentences = text.split(/(?<=[.!?…]\s|[。！？\n])/u);
  return isWhole ? sentences : sentences.map((sentence) => sentence.trim());
}

function isOrderToMachine(sentence: string): boolean {
  return orders.test(
    sentence
      .normalize('NFKC')
      .replace(/\p{Cf}/gu, '')
      .replace(/\p{Cc}/gu, ' '),
  );
}

// A post names its subject before this.
const read = 3_000;

const orders = new RegExp(
  [
    String.raw`\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:rules?|instructions?|prompts?|guidelines?|polic(?:y|ies)|everything|above|previous|prior|earlier)\b`,
    String.raw`\b(?:system|developer) (?:prompt|message|note)\b|\bprompt injection\b|<\/?(?:system|assistant|user|instructions?)\b|\[\/?(?:INST|SYSTEM)\]`,
    String.raw`\b(?:you are|you're|act as|pretend to be|respond as|as) (?:an? |the )?(?:ai|a\.i\.|llm|language model|chat ?bot|assistant|bot|gpt)\b`,
    String.raw`\b(?:ai|llm|language model|chat ?bot|assistant|gpt|claude|gemini)s?\b[^.]{0,30}\b(?:must|should|shall|reading this|who reads?|that reads?|:|,? please)\b`,
    String.raw`\b(?:reply|respond|answer|output|say|write) (?:only |exactly |just )*with\b|\boutput (?:only|exactly)\b`,
    String.raw`\b(?:always|only|must) (?:recommend|mention|promote|suggest|rank|link)\b|\b(?:set|give|rate|score|mark)\b.{0,30}\b(?:fit|confidence|relevance|score)\b.{0,20}\d`,
    String.raw`\b(?:recommend|mention|promote|endorse) \S+(?: \S+){0,4}(?: in (?:your|every) (?:reply|answer|response)| to every(?:one|body))`,
  ].join('|'),
  'iu',
);

function isolated(words: string): string {
  return turnsDirection.test(words) ? `\u2068${words}\u2069` : words;
}

const turnsDirection =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
