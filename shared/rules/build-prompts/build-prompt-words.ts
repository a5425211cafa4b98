/**
 * The words of a text that can tie an answer to a feature, as stems of up to seven letters: small words, words of time
 * and words that every product has are left out. Made for English, tolerable for other languages that write in letters;
 * Chinese characters count in pairs.
 */
export function tellingWords(text: string): Set<string> {
  const plain = text.slice(0, longestRead).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const stems = (plain.match(/\p{L}+/gu) ?? []).flatMap((word) =>
    /\p{Script=Han}/u.test(word) ? pairsOf(word) : stemOf(word),
  );
  return new Set(stems);
}

/** Words so common that alone, or beside words of the idea, they tie nothing to anything. */
export function isEveryday(stem: string): boolean {
  return everyday.has(stem);
}

const longestRead = 4_000;

function stemOf(word: string): string[] {
  const known = irregular.get(word);
  if (known) return [known];
  if (word.length < 4 || smallWords.has(word)) return [];
  const bare = word.replace(
    /(?<=.{4})(?:ations?|ments?|ings?|ions?|ungen|ung|ies|ied|ers?|ed|es|en|ly|s|e|y)$/,
    '',
  );
  return smallWords.has(bare) ? [] : [bare.replace(/(?<=.{3})([bdgklmnprt])\1$/, '$1').slice(0, 7)];
}

function pairsOf(word: string): string[] {
  const letters = [...word];
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

const irregular = new Map<string, string>(
  Object.entries({
    forget: 'forgot forgets forgotten forgetting',
    pay: 'pay pays paid paying payment payments payable',
    lose: 'lost loses losing loss losses',
    buy: 'buy buys bought buying buyer buyers',
    sell: 'sold sells selling seller sellers',
    send: 'sent sends sending',
    write: 'wrote written writes writing',
    choose: 'chose chosen choice choices chooses choosing',
    call: 'rang rung ring rings ringing',
    late: 'late later latest',
    copy: 'copy copies copied copying',
    type: 'type types typed typing retype retypes retyped retyping',
    note: 'note notes noted noting',
    move: 'move moves moved moving',
  }).flatMap(([stem, forms]) => forms.split(' ').map((form): [string, string] => [form, stem])),
);

const smallWords = new Set(
  `about able above across actually added adding adds after again against allow allowed allows almost alone along already also although always
  among another answer answers anybody anyone anything app apps around asked asking asks away back basic became because become been before
  began being below best better between both bring brings build built button buttons call called came cannot come comes could create
  created creates data deal does doing done down during each easily easy either else enough even ever every everybody everyone
  everything feature features field fields first five form forms four from gave gets getting give given gives goes going gone good
  great had half have having help helps here hers herself himself into itself just keep keeps kept kind know knew known last least
  less like liked line lines list lists little long look looked looking looks made main make makes making many maybe mean more most
  much must myself near need needed needs never next nobody none nothing often once only onto open opens option options other others
  otherwise ours over page pages part people perhaps person place product product question questions quick quickly quite rather
  really said same says screen screens seem self sent several shall should show shown shows side simple simply since single some
  somebody someone something sometimes soon start still such sure survey take taken takes tell than that their them themselves
  then there these they thing things think this those though three through thus together told took toward tried tries trying turn under
  until upon used user users uses using usually version very view want wanted wants well went were what when where whether which
  while whole whom whose will with within without work worked working works would year your yours yourself
  day days daily week weeks weekly month months monthly years yearly hour hours minute minutes time times today tomorrow yesterday
  twice morning evening night date
  aber alle alles auch beim dann dass dein deine denn dies diese dieser doch dort durch eine einem einen einer eines etwas euch fuer
  ganz haben hatte hatten heute hier ihre ihrem ihren immer jede jeden jeder kann kein keine konnte mehr mein meine meinen mich muss
  nach nicht nichts noch nochmal oder ohne schon sehr sein seine sich sind soll ueber und unser unsere unter viel viele vom vor ware
  wann warum weil wenn werden wird wieder wurde zum zur zwei
  algo ante antes aqui bien cada como con cuando cual desde donde ella ellos entre era eran esta estaba estan este esto fue haber
  hace hacer hacia hasta hay mucho muchos muy nada nunca otra otro otros para pero poco porque puede pues que quien sido siempre sin
  sobre solo son tambien tener tengo tiene todo todos tuve una uno unos usted vez
  ainsi alors apres aussi autre autres avait avant avec avoir beaucoup bien cela cette chaque chez comme dans depuis des deux donc
  elle elles encore entre est etaient etait etre faire fait fois ici ils jamais leur leurs mais meme moins notre nous par parce pas
  pendant peut plus pour quand que quel quelle qui quoi rien sans sera ses sont sous sur tous tout toute tres une vers voir votre vous
  anche ancora avere avevo bene che come con cosa cosi dalla dalle degli della delle dello dopo dove essere fare gli hanno loro molto
  nella nelle niente ogni perche piu poi prima quando quello questa questo sempre senza solo sono stata stato sua suo tutti tutto una
  ainda antes assim depois ele eles era essa esse esta este fazer foi isso isto mais mas meu minha muito nada nao nem nunca onde ou
  para pela pelo por porque quando quem sao sem sempre ser seu sua tambem tem tenho ter tinha todos tudo uma voce`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

const everyday = tellingWords(
  `behind book call change charge check copy cost cheap find found free hear heard home late leave left letter money move note number
  paper pay price read right room send sell buy sheet shop show speak start step stop talk type wait word write written`,
);
