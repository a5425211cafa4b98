import { isPlural } from './nouns.ts';

/** The text with a small first letter, unless its first word is an acronym or a name. */
export function lowerStart(text: string): string {
  const [first = ''] = text.split(' ');
  const isWord = /^\p{Lu}(\p{Ll}|[’'])+s?(-\p{Ll}+)*$/u.test(first);
  if ((isWord && !properNames.test(first)) || (/^[AI]$/.test(first) && first !== 'I'))
    return text.charAt(0).toLowerCase() + text.slice(1);
  return text;
}

/** The phrase with an article where its noun can be counted and has none. */
export function withArticle(phrase: string): string {
  const isBare = isCountable(phrase.split(' ').at(-1) ?? '') && !/^(an?|the|some) /i.test(phrase);
  return isBare ? `${articleFor(phrase)} ${phrase}` : phrase;
}

/** The phrase in the plural where its noun can be counted: "study room" → "study rooms". */
export function pluralOf(phrase: string): string {
  const last = phrase.split(' ').at(-1) ?? '';
  if (!isCountable(last)) return phrase;
  if (/[^aeiou]y$/.test(phrase)) return `${phrase.slice(0, -1)}ies`;
  if (/sis$/.test(phrase)) return `${phrase.slice(0, -2)}es`;
  return /(s|x|z|ch|sh)$/.test(phrase) ? `${phrase}es` : `${phrase}s`;
}

/** A bare noun as the object of what people do: "note" → "notes", "lawn" → "the lawn", "wedding" → "a wedding". */
export function objectOf(noun: string): string {
  const last = noun.split(' ').at(-1)?.toLowerCase() ?? '';
  if (/\btax$/.test(noun)) return `${noun}es`;
  if (theOneAtHand.test(last)) return `the ${noun}`;
  return oneAtATime.test(last) ? withArticle(noun) : pluralOf(noun);
}

/** The article a word takes, by how it sounds. */
function articleFor(word: string): 'a' | 'an' {
  if (/^(hour|honest|heir|x-?ray|[FHLMNRSX][A-Z]|8|11\b|18\b)/.test(word)) return 'an';
  return /^[aeiou]/i.test(word) && !/^(uni|use|usu|euro|one\b|once|u[A-Z])/i.test(word) ? 'an' : 'a';
}

function isCountable(noun: string): boolean {
  return (
    /^\p{Ll}+$/u.test(noun) &&
    !isPlural(noun) &&
    (!/(ing|ness|ment|ance|ence|ics|tion|sion|ship|hood|ism)$/.test(noun) || countableAnyway.test(noun)) &&
    !uncountable.test(noun)
  );
}

const theOneAtHand =
  /^(lawn|house|home|garden|kitchen|roof|car|dog|chain|footprint|laundry|office|budget|household|fridge|wardrobe)$/;
const oneAtATime =
  /^(wedding|party|funeral|trip|holiday|vacation|birthday|renovation|divorce|honeymoon|pregnancy|retirement|move|route|list)$/;
const countableAnyway =
  /^(wedding|building|swing|assessment|allotment|painting|meeting|recording|listing|application|donation|prescription|subscription|question|station|invitation|competition|auction|friendship|relationship|appointment|document|apartment|payment|experiment|agreement|tournament|conference|reservation|vaccination|medication|allocation|session|permission|neighbourhood|neighborhood|instrument|treatment|investment|presentation|petition|location|organisation|organization)$/;

const uncountable =
  /^(music|food|money|coffee|tea|weight|sleep|time|health|travel|water|tax|vat|housework|homework|work|rent|energy|waste|inventory|furniture|medication|medicine|insurance|finance|software|hardware|data|information|news|luggage|clothing|equipment|advice|research|content|traffic|parking|poetry|art|fitness|nutrition|grief|care|carbon|stock|debt|progress|mood|pain|craft|marketing|baby|fertility|pregnancy|growth|blood|moisture|usage|theft|crime|storage|bread|wine|beer|honey|milk|meat|produce|paperwork|noise|childcare|daycare|feedback|help|support|therapy|yoga|sound|air|soil|spending|staff|mail|jewellery|jewelry|pottery|woodwork|knitwear|footwear|screen-time|grocery|electricity|access|safety|privacy|quality|maths|math|chess|wellness|hygiene|compost|heritage|leave|sick-leave|stress|wildlife|litter|trash|garbage|rubbish|manure|hay|wool|yarn|lumber|vinyl|fashion|wood|timber|steel|freight|cargo|fuel|petrol|gas|oil)$/;

const properNames =
  /^(English|Spanish|French|German|Italian|Japanese|Chinese|Korean|Portuguese|Arabic|Russian|Dutch|Turkish|Hindi|Polish|Swedish|Latin|American|British|Canadian|Australian|Indian|African|European|Asian|Muslim|Christian|Jewish|Islamic|Etsy|Amazon|Shopify|Google|Apple|Instagram|Facebook|Airbnb|Uber|Slack|Notion|Excel|Discord|Reddit|Minecraft|Lego|Python|Java|Linux|Android|Berlin|London|Paris|Ukrainian|Christmas|Easter|Ramadan|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|June|July|August|September|October|November|December)s?\b/;
