import { type KindId, kinds } from '#server/integrations/ai/composer/kinds.data.ts';
import type { PlanWords } from '#server/integrations/ai/composer/plan-words.ts';
import { type Blueprint, type BlueprintId, blueprints } from './blueprints.data.ts';

type Choice = { id: BlueprintId; kind: KindId };

/** The smallest product that fits the idea, and the kind of problem whose features it takes. */
export function blueprintOf(words: PlanWords): Choice & { blueprint: Blueprint } {
  const kind = kindIdOf(words);
  const choice = closerChoice(words, kind) ?? { id: byKind[kind], kind };
  return { ...choice, blueprint: blueprints[choice.id] };
}

function kindIdOf(words: PlanWords): KindId {
  const found = Object.entries(kinds).find(([, kind]) => kind === words.kind)?.[0];
  return found !== undefined && isKindId(found) ? found : 'dealing';
}

/** What the need's own words say better than its kind. */
function closerChoice({ need, relation }: PlanWords, kind: KindId): Choice | null {
  const { told } = need;
  const isAtWork = relation === 'professional' || relation === 'organisation';
  // Care that somebody looks for is arranged like any other help; care that people give is handed over.
  if (kind === 'caring' && /^(get|find) /.test(told)) return { id: 'helper', kind: 'hiring' };
  if (kind === 'money' && /\b(invoices?|rent|debts?|late payments?)\b/i.test(told))
    return { id: 'dues', kind };
  if (kind === 'losing' && /^fill /.test(told)) return { id: 'arrange', kind: 'coordinating' };
  if (kind === 'losing' && /\bsell(ing)?\b/.test(told)) return { id: 'listing', kind: 'selling' };
  if (kind === 'tracking' && (isAtWork || things.test(told))) return { id: 'board', kind };
  if (kind === 'learning' && /^find /.test(told)) return { id: 'helper', kind: 'hiring' };
  const said = byVerb.find(([verbs]) => verbs.test(told));
  return said ? said[1] : null;
}

const byVerb: [RegExp, Choice][] = [
  [/^(keep away|stay away|stay focused|focus|concentrate)\b/, { id: 'guard', kind: 'feeling' }],
  [/^(notice|keep an eye|detect|monitor)\b/, { id: 'watch', kind: 'losing' }],
  [/^(report|log) \S+s\b/, { id: 'board', kind: 'tracking' }],
  [/^take notes\b/, { id: 'draft', kind: 'creating' }],
  [/^take \S+ (classes|lessons|courses|workshops)\b/, { id: 'choose', kind: 'choosing' }],
  [/^look for (an?|the|their) /, { id: 'arrange', kind: 'coordinating' }],
  [/^do (the )?(laundry|ironing|cleaning|housework)\b/, { id: 'helper', kind: 'hiring' }],
];

const things =
  /\b(customers?|clients?|orders?|stock|suppl\w+|inventor\w+|assets?|equipment|leads?|projects?|deliver\w+|applications?|packages?|parcels?)\b/i;

const byKind: Record<KindId, BlueprintId> = {
  coordinating: 'arrange',
  planning: 'plan',
  getting: 'order',
  choosing: 'choose',
  meeting: 'match',
  learning: 'learn',
  tracking: 'log',
  remembering: 'remind',
  selling: 'listing',
  creating: 'draft',
  paperwork: 'paper',
  caring: 'care',
  money: 'ledger',
  moving: 'helper',
  sharing: 'listing',
  following: 'digest',
  repeating: 'run',
  hiring: 'helper',
  losing: 'watch',
  feeling: 'feel',
  charging: 'quote',
  dealing: 'plain',
};

function isKindId(name: string): name is KindId {
  return Object.hasOwn(kinds, name);
}
