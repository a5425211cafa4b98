import { describe, expect, test } from 'vitest';
import bank from '#shared/rules/plans/question-bank.json' with { type: 'json' };
import { asksForOpinion, pastForms } from './asks-for-opinion.ts';

describe('asks for an opinion', () => {
  test.each([
    'Would you pay 9 euros a month for a tool that finds a parking space?',
    'How likely are you to use a service like this?',
    'Do you think this would save you time?',
    'What do you think about shared scooters?',
    'Would you be interested in a lighter pram?',
    'WOULD YOU USE SUCH AN APP?',
    'Würdest du für einen leiseren Rasenmäher zahlen?',
    'Wie wahrscheinlich ist es, dass Sie das Zelt kaufen?',
    'Souhaiteriez-vous recevoir une alerte avant la pluie ?',
    'Seriez-vous prêt à payer pour une tente plus légère ?',
    '¿Le gustaría recibir un aviso antes de la lluvia?',
    '¿Estaría dispuesto a pagar por una tienda más ligera?',
  ])('%j does', (question) => {
    expect(asksForOpinion(question)).toBe(true);
  });

  test.each([
    'How often would you say your tent leaked last month?',
    'What would have helped you the last time it rained?',
    'Did you pay for a tent last year?',
    'When you would rather not cook, what did you do last week?',
    'If it happened last month, how long did it take?',
    'How much did you plan to spend last year?',
    'How old are you?',
    'Do you own a lawn mower?',
    'Wurden Sie letzten Monat vom Rasenmäher des Nachbarn geweckt?',
    'Wie oft, würden Sie sagen, war das letzte Woche so?',
    'Combien de fois diriez-vous que la tente a fui le mois dernier ?',
    '¿Cuánto quería gastar el año pasado en la tienda?',
  ])('%j does not', (question) => {
    expect(asksForOpinion(question)).toBe(false);
  });

  test.each([
    'Compreresti una tenda più leggera?',
    'Vill du köpa ett tält?',
    'テントを買いますか?',
    '',
    'constructor',
    '?',
  ])('nothing is claimed of %j', (question) => {
    expect(asksForOpinion(question)).toBe(false);
  });

  test('no question of our own bank does, nor a past form', () => {
    const questions = Object.values(bank).flatMap((texts) => [
      `${texts.first.before} it rain${texts.first.after}`,
      texts.lastTime,
      ...[texts.tried, texts.hardest, texts.cost, texts.givenUp].map(({ question }) => question),
    ]);
    expect([...questions, ...Object.values(pastForms)].filter(asksForOpinion)).toEqual([]);
  });
});
