import { expect, test } from 'vitest';
import { ideaLanguages } from '#shared/contracts/reading.ts';
import { guessLanguage } from './guess-language.ts';
import { writeQuestions } from './write-plan.ts';

const bakeries = { who: 'small bakeries', solution: '', question: '', trouble: 'throw away unsold bread' };

test.each(ideaLanguages)(
  'questions in %s are known by their words, also around an English phrase',
  (language) => {
    const questions = writeQuestions({ ...bakeries, language: 'en' }, language);
    const words = questions.flatMap(({ question, options }) => [question, options ?? []].flat());
    expect(guessLanguage(words.join(' '))).toBe(language);
  },
);

const portuguese = `Com que frequência isso aconteceu no último mês? Nenhuma vez Uma ou duas vezes
  Três a cinco vezes Mais de cinco vezes Como você resolve isso hoje? Quanto tempo você perdeu com isso na última semana?
  O que você já tentou para resolver o problema e por que não funcionou? Conte como foi a última vez com a sua equipe.
  Você pagaria por uma solução que faz isso em poucos minutos? Sim Não Talvez`;
const italian = `Quante volte è successo nell'ultimo mese? Mai Una o due volte Da tre a cinque volte Più di cinque volte
  Come risolvi il problema oggi? Quanto tempo hai perso nella scorsa settimana per questo?
  Che cosa hai già provato per risolvere il problema e perché non ha funzionato?
  Pagheresti per una soluzione che lo fa in pochi minuti? Sì No Forse`;

test.each(['Com que frequência isso aconteceu no último mês?', portuguese, italian])(
  'sister languages are taken for English, not for one of the four: %j',
  (text) => {
    expect(guessLanguage(text)).toBe('en');
  },
);

test.each(['', '12 !', 'Quante volte?', 'パンを焼く'])('%j is taken for English', (text) => {
  expect(guessLanguage(text)).toBe('en');
});
