import type { IdeaLanguage } from '#shared/contracts/reading.ts';

/** Fixed lines of a build prompt without a model; `{}` is the founder's words behind a colon, right in any form. */
export type FormFrames = {
  intro: string;
  who: string;
  trouble: string;
  /** Of the people asked. */
  count: string;
  solution: string;
  thing: string;
  /** True of any one thing, whether people add it or only look at it. */
  first: string;
  own: string;
  later: string;
  states: string[];
  /** Acceptance checks. */
  finds: string;
  can: string;
  stays: string;
  /** Questions for what was left open, and those that the form does not ask. */
  askWho: string;
  askTrouble: string;
  askThing: string;
  askAbilities: string;
  askLater: string;
  askSource: string;
  ask: string[];
  /** The one thing, the lines, and the rest. */
  slices: [string, string, string];
};

export const formFrames: Record<IdeaLanguage, FormFrames> = {
  en: {
    intro: 'Build a first version of this app. Build only what is listed here.',
    who: 'Who has the problem: {}',
    trouble: 'What goes wrong: {}',
    count: 'Of the people I asked: {}',
    solution: 'My idea for it: {}',
    thing: 'People add or look at this: {}',
    first: 'It is the first thing that people see.',
    own: 'If people enter it themselves, they can see it, change it and delete it again.',
    later: 'Not in the first version: {}',
    states: [
      'Empty: say what will be here, and how to begin.',
      'Loading: show that it is coming, and keep what is already in sight.',
      'Error: say what happened and what to do next. Nothing typed is lost.',
    ],
    finds: 'Somebody new finds this without help: {}',
    can: 'Somebody can: {}',
    stays: 'After a reload, everything is still there.',
    askWho: 'Who has the problem?',
    askTrouble: 'What goes wrong for them today?',
    askThing: 'What one thing do people add or look at?',
    askAbilities: 'What can people do with it?',
    askLater: 'What can wait?',
    askSource: 'Do people enter it themselves, or where does it come from?',
    ask: [
      'Who signs in, and who sees whose entries?',
      'What does the first day look like, with nothing entered?',
      'Which data about people is kept, and for how long?',
    ],
    slices: [
      'The one key action alone, for one person.',
      'The lines under Must in their order, one at a time.',
      'The states, then the acceptance checks, one by one.',
    ],
  },
  de: {
    intro: 'Bauen Sie eine erste Version dieser App. Bauen Sie nur, was hier steht.',
    who: 'Wer das Problem hat: {}',
    trouble: 'Was schiefgeht: {}',
    count: 'Von den Leuten, die ich gefragt habe: {}',
    solution: 'Meine Idee dafür: {}',
    thing: 'Das tragen die Leute ein oder sehen es sich an: {}',
    first: 'Es ist das Erste, was man sieht.',
    own: 'Tragen die Leute es selbst ein, können sie es ansehen, ändern und wieder löschen.',
    later: 'Nicht in der ersten Version: {}',
    states: [
      'Leer: sagen, was hier stehen wird und wie man anfängt.',
      'Beim Laden: zeigen, dass etwas kommt, und behalten, was schon zu sehen ist.',
      'Fehler: sagen, was passiert ist und was zu tun ist. Nichts Getipptes geht verloren.',
    ],
    finds: 'Wer neu ist, findet das ohne Hilfe: {}',
    can: 'Jemand kann: {}',
    stays: 'Nach dem Neuladen ist alles noch da.',
    askWho: 'Wer hat das Problem?',
    askTrouble: 'Was geht dabei heute schief?',
    askThing: 'Was ist das eine, das die Leute eintragen oder sich ansehen?',
    askAbilities: 'Was kann man damit tun?',
    askLater: 'Was kann warten?',
    askSource: 'Tragen die Leute es selbst ein, oder woher kommt es?',
    ask: [
      'Wer meldet sich an, und wer sieht wessen Einträge?',
      'Wie sieht der erste Tag aus, wenn noch nichts eingetragen ist?',
      'Welche Daten über Menschen werden behalten, und wie lange?',
    ],
    slices: [
      'Die eine Hauptsache allein („The one key action“), für eine Person.',
      'Die Zeilen unter „Must“ in ihrer Reihenfolge, eine nach der anderen.',
      'Die Zustände, dann die Prüfungen, eine nach der anderen.',
    ],
  },
  fr: {
    intro: 'Construisez une première version de cette application. Ne construisez que ce qui est écrit ici.',
    who: 'Qui a le problème : {}',
    trouble: 'Ce qui ne va pas : {}',
    count: 'Parmi les personnes interrogées : {}',
    solution: 'Mon idée pour cela : {}',
    thing: 'Ce que les gens ajoutent ou consultent : {}',
    first: 'C’est la première chose que l’on voit.',
    own: 'Si les gens le saisissent eux-mêmes, ils peuvent le voir, le modifier et le supprimer.',
    later: 'Pas dans la première version : {}',
    states: [
      'Vide : dire ce qui se trouvera ici, et comment commencer.',
      'Chargement : montrer que cela arrive, et garder ce qui est déjà visible.',
      'Erreur : dire ce qui s’est passé et que faire ensuite. Rien de ce qui a été saisi n’est perdu.',
    ],
    finds: 'Une personne nouvelle trouve ceci sans aide : {}',
    can: 'Quelqu’un peut : {}',
    stays: 'Après un rechargement, tout est encore là.',
    askWho: 'Qui a le problème ?',
    askTrouble: 'Qu’est-ce qui ne va pas aujourd’hui ?',
    askThing: 'Quelle est la chose que les gens ajoutent ou consultent ?',
    askAbilities: 'Que peut-on en faire ?',
    askLater: 'Qu’est-ce qui peut attendre ?',
    askSource: 'Les gens le saisissent-ils eux-mêmes, ou d’où cela vient-il ?',
    ask: [
      'Qui se connecte, et qui voit les entrées de qui ?',
      'À quoi ressemble le premier jour, quand rien n’est encore saisi ?',
      'Quelles données sur les personnes sont gardées, et combien de temps ?',
    ],
    slices: [
      'L’action principale seule (« The one key action »), pour une personne.',
      'Les lignes sous « Must » dans leur ordre, une par une.',
      'Les états, puis les vérifications, une par une.',
    ],
  },
  es: {
    intro: 'Crea una primera versión de esta aplicación. Crea solo lo que está escrito aquí.',
    who: 'Quién tiene el problema: {}',
    trouble: 'Qué sale mal: {}',
    count: 'De la gente a la que pregunté: {}',
    solution: 'Mi idea para ello: {}',
    thing: 'Lo que la gente añade o mira: {}',
    first: 'Es lo primero que se ve.',
    own: 'Si la gente lo escribe por su cuenta, puede verlo, cambiarlo y borrarlo.',
    later: 'No en la primera versión: {}',
    states: [
      'Vacío: decir qué habrá aquí y cómo empezar.',
      'Cargando: mostrar que está llegando y conservar lo que ya se ve.',
      'Error: decir qué pasó y qué hacer ahora. No se pierde nada de lo escrito.',
    ],
    finds: 'Una persona nueva encuentra esto sin ayuda: {}',
    can: 'Alguien puede: {}',
    stays: 'Al volver a cargar, todo sigue ahí.',
    askWho: '¿Quién tiene el problema?',
    askTrouble: '¿Qué sale mal hoy?',
    askThing: '¿Cuál es la única cosa que la gente añade o mira?',
    askAbilities: '¿Qué se puede hacer con ella?',
    askLater: '¿Qué puede esperar?',
    askSource: '¿Lo escribe la propia gente, o de dónde viene?',
    ask: [
      '¿Quién inicia sesión y quién ve las entradas de quién?',
      '¿Cómo es el primer día, sin nada escrito?',
      '¿Qué datos sobre personas se guardan y durante cuánto tiempo?',
    ],
    slices: [
      'La acción principal sola («The one key action»), para una persona.',
      'Las líneas bajo «Must» en su orden, una a una.',
      'Los estados, después las comprobaciones, una a una.',
    ],
  },
};
