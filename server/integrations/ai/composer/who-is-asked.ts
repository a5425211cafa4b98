import { children, lookedAfter, organisations, placesOfPeople, professionals } from './people.data.ts';
import type { IdeaReading } from './read-idea.ts';

export type Relation = 'child' | 'looked-after' | 'organisation' | 'professional' | 'private';

/** Whom the idea is for, in words that fit behind "helps"; "people" when it does not say. */
export function audienceOf(reading: IdeaReading): string {
  const said = (reading.audience ?? 'people').replace(/^(the|all|any|our|my) /i, '');
  if (/^(grandma|grandpa|granny|grandmother|grandfather)$/i.test(said)) return 'older people';
  if (anybody.test(said)) return 'people';
  const head = said.split(/ (?:with|in|at|of|from|who|on|near) /)[0] ?? said;
  return placesOfPeople.test(head)
    ? `people in ${said}`
    : said.replace(/\bneighbo(u?)rhoods$/i, 'neighbo$1rs');
}

/** Whom the audience answers to, judged by the word that names it. */
export function relationOf(audience: string): Relation {
  const head = audience.split(/ (?:with|in|at|of|from|who|without|on|near) /)[0] ?? audience;
  const last = head.split(' ').at(-1) ?? '';
  if (organisations.test(last)) return 'organisation';
  if (professionals.test(last)) return 'professional';
  if (/^(parents|families|carers|caregivers|relatives)$/i.test(last)) return 'private';
  if (children.test(head)) return 'child';
  return lookedAfter.test(audience) ? 'looked-after' : 'private';
}

/** How a survey speaks to them: "you", "your child", "you or somebody you look after". */
export function youOf(relation: Relation): string {
  if (relation === 'child') return 'your child';
  return relation === 'looked-after' ? 'you or somebody you look after' : 'you';
}

const anybody =
  /^(users?|customers|consumers|everyone|everybody|anyone|anybody|someone|people|me|us|you|them)$/i;
