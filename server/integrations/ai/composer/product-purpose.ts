import { activityNouns, describing, ownPurpose } from './activities.data.ts';
import { lookUp } from './idea-words.ts';
import { activityOf, dealingWith, wholeActivity } from './named-thing.ts';
import { lowerStart, objectOf, pluralOf, withArticle } from './noun-phrases.ts';
import type { ProductFrame } from './product-frame.ts';
import { baseOfGerund } from './verb-forms.ts';
import { productPurpose } from './verbs.data.ts';

/** What people do with a thing of this name: "meal planner" → "plan meals"; null when the name says nothing. */
export function actionOfProduct(frame: ProductFrame, hasAudience: boolean): string | null {
  if (frame.head === 'crm') return 'keep track of customers';
  if (frame.subject === '') return purposeOfRest(frame, hasAudience);
  const subject = lowerStart(frame.subject);
  const object = hasAudience ? '' : objectBehind(frame.rest);
  const own = lookUp(ownPurpose, frame.head);
  if (frame.head === 'calendar' && sharedBy.test(subject))
    return `agree on dates${object} in ${withArticle(`${subject} calendar`)}`;
  if (describing.test(subject.split(' ').at(-1) ?? '')) return own ? `${own}${object}` : null;
  return `${wholeActivity(`${subject} ${frame.head}`) ?? purposeWith(frame.head, subject, hasAudience)}${object}`;
}

function purposeWith(head: string, subject: string, hasAudience: boolean): string {
  const purpose = lookUp(productPurpose, head);
  const last = subject.split(' ').at(-1)?.toLowerCase() ?? '';
  if (head === 'club' && baseOfGerund(last) && !subject.includes(' '))
    return `${baseOfGerund(last)} with others`;
  if (purpose && (namesActivity(subject) || /^(coach|guide)$/.test(head)) && !ownObjects.test(head)) {
    const activity = activityOf(subject);
    if (activity) return activity;
  }
  if (!purpose || purpose.startsWith('deal')) return activityOf(subject) ?? dealingWith(subject);
  const isService = baseOfGerund(last) !== null;
  if (isService && /^(buy|find)/.test(purpose)) {
    const activity = activityOf(subject);
    if (activity?.startsWith('find ')) return activity;
    return `${hasAudience ? 'find' : 'find or offer'} ${subject}`;
  }
  if (head === 'calculator' && !sums.test(subject)) return `work out the figures for ${objectOf(subject)}`;
  return `${purpose} ${/^(plan|manage|keep track|work out)/.test(purpose) ? objectOf(subject) : pluralOf(subject)}`;
}

// "Marketplace for second-hand bikes", "course on investing": the object stands behind the product.
function purposeOfRest(frame: ProductFrame, hasAudience: boolean): string | null {
  const found = frame.rest.match(/^(?:for|on|about|of) (.+)$/i);
  const object = found?.[1]?.replace(/ for (?!.* for ).*$/i, hasAudience ? '' : '$&');
  if (!object || (hasAudience && /^for /i.test(frame.rest))) return null;
  const purpose = lookUp(productPurpose, frame.head);
  if (/^(on|about) /i.test(frame.rest))
    return `${purpose === 'learn' ? 'learn' : 'find out'} about ${object}`;
  return purpose && !purpose.startsWith('deal') ? `${purpose} ${object}` : dealingWith(object);
}

function objectBehind(rest: string): string {
  const object = rest.startsWith('for ')
    ? rest.replace(/,? (that|who|which|so|because|where|with|to) .*$/i, '')
    : '';
  return object === '' ? '' : ` ${object}`;
}

// "beehive monitoring": the last word says what is done with the words before it.
function namesActivity(subject: string): boolean {
  const last = subject.split(' ').at(-1)?.toLowerCase() ?? '';
  return subject.includes(' ') && (baseOfGerund(last) !== null || Object.hasOwn(activityNouns, last));
}

// Products whose purpose goes for activities too: one learns bookkeeping, finds dog walking.
const ownObjects =
  /^(course|tutor|finder|marketplace|directory|library|shop|store|newsletter|calculator|exchange|swap|reminder)$/;
const sharedBy =
  /^(shared|joint|common|collaborative|family|team|household|group|couples?|community|school|staff|shift|duty)$/i;
const sums =
  /(tax|vat|rent|price|cost|interest|mortgage|loan|calorie|emission|footprint|wage|pay|salary|tip|fee|profit|saving|savings|dose|load|age|grade|macro|pension)s?$/i;
