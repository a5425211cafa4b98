import { singularOf } from '#server/integrations/ai/composer/nouns.ts';
import { professionals } from '#server/integrations/ai/composer/people.data.ts';
import type { PlanWords } from '#server/integrations/ai/composer/plan-words.ts';
import { readProductFrame } from '#server/integrations/ai/composer/product-frame.ts';
import type { FormId } from './coach-forms.data.ts';

/** What the founder would make, by the word that names it; 'open' where the idea names only a trouble. */
export function formOf(words: PlanWords, sentence: string): FormId {
  if (words.unread === 'foreign' || words.unread === 'no words') return 'open';
  if (/\b(beeps?|vibrates?|lights? up|bluetooth|battery-powered)\b/i.test(sentence)) return 'hardware';
  if (/\b(i|we) (make|bake|grow|brew|knit|sew|roast)\b.* sell\b/i.test(sentence)) return 'goods';
  const made = words.idea.match(thingMade)?.[1]?.split(/ (?:they|you|people|we)\b/)[0];
  const { head, product, rest } = readProductFrame(made ?? sentence);
  const lead = (product || (rest.split(leadEnd)[0] ?? '')).toLowerCase();
  const noun = head || singularOf(lead.split(' ').at(-1) ?? '');
  if (twoSided.test(lead) || analogies.test(sentence) || words.otherSide !== null) return 'two-sided';
  if (/\bon demand\b/i.test(sentence)) return 'service';
  const named = nouns.find(([, pattern]) => pattern.test(noun));
  if (named) return named[0] === 'software' && sidesByKind.has(words.kindId) ? 'two-sided' : named[0];
  if (/\bsmart \p{L}+/iu.test(lead)) return 'hardware';
  if (professionals.test(noun) && lead.endsWith(noun)) return 'service';
  if (/\b(ai|automat\w*|software|app|online tool)\b/i.test(lead)) return 'software';
  return words.kindId === 'sharing' || words.kindId === 'meeting' ? 'two-sided' : 'open';
}

const leadEnd =
  / (?:for|that|which|who|where|to|because|so|taught|made|with|by|in|from|at|of|when|while|instead|between)\b/i;

// "I want to build a tablet for her", wherever it stands in the idea.
const thingMade =
  /\b(?:build|develop|design|create|offer|open|launch)(?:ing)? ((?:an?|the) [^,.;:!?]{3,60})/i;

const twoSided = /\b(marketplace|peer-to-peer|exchange|matchmaking|job matching)\b/;
const analogies = /\b(uber|airbnb|tinder|etsy|ebay|vinted) (for|of)\b/i;

// A platform for these kinds of problem stands between two sides.
const sidesByKind = new Set(['sharing', 'selling', 'meeting', 'hiring']);

const nouns: [FormId, RegExp][] = [
  ['community', /^(community|club|forum|network|group|circle|collective|co-op|meetup|cooperative)$/],
  [
    'hardware',
    /^(sensor|device|gadget|wearable|robot|tablet|bracelet|mirror|fridge|lamp|helmet|bottle|machine|detector|drone|watch|ring|glove|chair|bike|lock|pump|filter|battery|charger|speaker|hardware|printer|collar|feeder|stick|cane|toy|thermostat|meter)$/,
  ],
  [
    'content',
    /^(newsletter|podcast|course|blog|guide|magazine|video|book|handbook|channel|webinar|quiz|zine|lesson|e-book|ebook|directory|meditation)$/,
  ],
  [
    'goods',
    /^(box|bundle|kit|brand|clothe|snack|coffee|tea|soap|candle|cake|cookie|drink|sauce|jewellery|jewelry|furniture|mug|shirt)$/,
  ],
  [
    'service',
    /^(service|wash|delivery|agency|studio|gym|café|cafe|restaurant|shop|bar|salon|truck|class|workshop|coaching|cleaning|catering|rental|repair|tutoring|therapy|consulting|recycling|mowing|walking|sitting|editing|tour|hotline|helpline|camp|school|nursery|clinic|library|bakery|training|line)$/,
  ],
  [
    'software',
    /^(app|application|tool|software|platform|website|site|webapp|saas|bot|chatbot|plugin|extension|add-on|dashboard|crm|portal|hub|system|tracker|planner|calendar|scheduler|finder|locator|generator|builder|assistant|tutor|taker|logbook|log|diary|journal|calculator|checker|analyser|analyzer|api|database|engine|workspace|widget|game|page|converter|editor|manager|reminder|alert|summariser|summarizer|game|aggregator|toolkit|solution|program|programme|interface)$/,
  ],
];
