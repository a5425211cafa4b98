import type { SurveyQuestion } from '#shared/contracts/surveys/validation.ts';
import type { SurveyAnswer } from '#shared/rules/surveys/survey-answers.ts';

/** One honest submission, with the seconds that its sender took; undefined where they were not measured. */
export type HonestSubmission = {
  questions: SurveyQuestion[];
  answers: SurveyAnswer[];
  seconds: number | undefined;
};

type Language = {
  /** A question and its options, parted by `|`; the last option of the first says that it didn't happen. */
  choices: string[];
  open: string[];
  long: string[];
  /** Parted by `|`. */
  short: string;
};

const languages: Language[] = [
  {
    choices: [
      'How often did a delivery come late last month?|Every day|Every week|Once|It didn’t happen',
      'What did it cost you the last time?|Nothing|Under $20|$20 to $100|More',
      'Who had to deal with it?|I did|Somebody else|Nobody',
      'How much time did it take?|Minutes|An hour|A day|More',
      'What did you try?|A tool|A person|Nothing',
      'How did it end?|Well|Badly|It is still open',
    ],
    open: ['What happened the last time?', 'What was the hardest part?'],
    long: [
      'We waited two hours and then drove there ourselves.',
      'I rang three shops, none of them had a van left, so lunch was cancelled.',
      'Honestly I forgot most of it; my sister sorted it out on the phone.',
    ],
    short: 'no|No.|nothing|n/a|idk|ok|price|the wait|3|11|2 hours|Tuesday|were late|sad|fees',
  },
  {
    choices: [
      'Wie oft kam im letzten Monat eine Lieferung zu spät?|Täglich|Wöchentlich|Einmal|Kam nicht vor',
      'Was hat es beim letzten Mal gekostet?|Nichts|Unter 20 €|20 bis 100 €|Mehr',
      'Wer musste sich kümmern?|Ich|Jemand anders|Niemand',
      'Wie lange hat es gedauert?|Minuten|Eine Stunde|Einen Tag|Länger',
      'Was haben Sie versucht?|Ein Werkzeug|Eine Person|Nichts',
      'Wie ging es aus?|Gut|Schlecht|Noch offen',
    ],
    open: ['Was ist beim letzten Mal passiert?', 'Was war das Schwierigste?'],
    long: [
      'Wir haben zwei Stunden gewartet und sind dann selbst gefahren.',
      'Der Fahrer fand die Adresse nicht, und niemand ging ans Telefon.',
      'Es war Freitagabend, und bis Montag kam keine Antwort.',
    ],
    short: 'nein|Nix|nö|keine|-|4|20|k. A.|weiß nicht|der Preis|Wer?|passt|alles',
  },
  {
    choices: [
      '¿Con qué frecuencia llegó tarde una entrega el mes pasado?|Cada día|Cada semana|Una vez|No ocurrió',
      '¿Cuánto costó la última vez?|Nada|Menos de 20 €|De 20 a 100 €|Más',
      '¿Quién tuvo que ocuparse?|Yo|Otra persona|Nadie',
      '¿Cuánto tiempo llevó?|Minutos|Una hora|Un día|Más',
      '¿Qué probó?|Una herramienta|Una persona|Nada',
      '¿Cómo terminó?|Bien|Mal|Sigue abierto',
    ],
    open: ['¿Qué pasó la última vez?', '¿Qué fue lo más difícil?'],
    long: [
      'Esperamos dos horas y al final fuimos nosotros mismos.',
      'El repartidor no encontró la calle y nadie contestó.',
      'Perdimos el pedido y tuvimos que pagarlo otra vez.',
    ],
    short: 'no|nada|sí|ns/nc|5|15|el precio|esperar|todo|uf|jaja no',
  },
  {
    choices: [
      'Как часто доставка опаздывала в прошлом месяце?|Каждый день|Каждую неделю|Один раз|Такого не было',
      'Сколько это стоило в последний раз?|Ничего|До 1000 ₽|До 5000 ₽|Больше',
      'Кому пришлось этим заниматься?|Мне|Кому-то ещё|Никому',
      'Сколько времени это заняло?|Минуты|Час|День|Больше',
      'Что вы пробовали?|Инструмент|Человека|Ничего',
      'Чем закончилось?|Хорошо|Плохо|Ещё нет',
    ],
    open: ['Что случилось в последний раз?', 'Что было самым трудным?'],
    long: [
      'Ждали два часа, потом поехали сами.',
      'Курьер не нашёл дом, и никто не брал трубку.',
      'Заказ потеряли, и деньги вернули только через месяц.',
    ],
    short: 'нет|не знаю|да|ничего|7|30|цена|время|всё|норм',
  },
];

/** `count` different honest submissions: long and short texts, numbers, and people to whom it didn't happen. */
export function honestSubmissions(count: number, random: () => number): HonestSubmission[] {
  const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)] as T;
  return Array.from({ length: count }, (_, index) => {
    const language = languages[index % languages.length] as Language;
    const size = 3 + Math.floor(random() * 4);
    const parted = language.choices.slice(0, size).map((choice) => choice.split('|'));
    const choices = parted.map(([question = '', ...options], at) => ({
      question,
      type: 'multiple-choice' as const,
      options,
      ...(at === 0 ? { endsWith: options.at(-1) as string } : {}),
    }));
    const open = language.open.map((question) => ({ question, type: 'open-ended' as const, options: null }));
    const questions: SurveyQuestion[] = [...choices, ...open];
    const hasEnded = random() < 0.15;
    const write = () => (random() < 0.5 ? pick(language.long) : pick(language.short.split('|')));
    const answers = questions.map((question, at): SurveyAnswer => {
      if (hasEnded) return at === 0 ? (question.endsWith ?? null) : random() < 0.3 ? '-' : null;
      const likely = at === 0 ? question.options?.slice(0, -1) : question.options;
      return likely ? pick(likely) : write();
    });
    return { questions, answers, seconds: random() < 0.2 ? undefined : 12 + Math.floor(random() * 240) };
  });
}
