/** Features by the trouble that they address. Each line holds the words by which an answer about it is known. */
export const troubleThemes: { feature: string; words: string }[] = [
  {
    feature:
      'Reminders before it is due, which can be moved, for those who forget, miss or notice things too late',
    words: 'remind due forget miss notice late',
  },
  {
    feature:
      'One message to all and the replies in one place, instead of calling or phoning people one by one and waiting',
    words: 'message reply calling phoning waiting',
  },
  {
    feature: 'A link that opens from WhatsApp or any group chat, where people already write',
    words: 'WhatsApp group chat',
  },
  {
    feature: 'Importing what stands in a spreadsheet, an Excel file, a notebook or on paper',
    words: 'spreadsheet excel notebook paper',
  },
  {
    feature:
      'The whole cost and price before anything else, for those who paid too much, met hidden fees or found it expensive',
    words: 'price paid fee fees expensive cost',
  },
  {
    feature:
      'Who is behind each entry and who knows them, for those who could not trust strangers or met fraud or fakes',
    words: 'trust strangers fraud fakes',
  },
  {
    feature:
      'Search with filters, and a way to compare side by side, instead of googling through many websites',
    words: 'search compare googling websites',
  },
  {
    feature:
      'Nothing typed twice: what was entered once is copied over, instead of retyping or manual copying',
    words: 'typed twice copied retyping manual',
  },
  {
    feature:
      'A record to look things up in, for those who lose track, misplace notes or cannot prove what was agreed',
    words: 'lose track misplace notes prove',
  },
  {
    feature:
      'The fewest steps possible, for those who find today’s way complicated, confusing, slow or tedious',
    words: 'complicated confusing slow tedious',
  },
  {
    feature: 'Word to everybody concerned when something changes or somebody cancels',
    words: 'changes cancels',
  },
  {
    feature: 'A private way to ask, for those who find it awkward or embarrassing',
    words: 'private awkward embarrassing',
  },
  {
    feature:
      'Plain language with a translation, for those who did not understand a letter, the jargon or the rules',
    words: 'language translation understand letter jargon rules',
  },
  {
    feature: 'What is near first, with the distance, for those who had to drive or travel far',
    words: 'near distance drive travel',
  },
  {
    feature: 'A calendar feed, so that appointments stand where people schedule everything else',
    words: 'calendar appointments schedule',
  },
  {
    feature: 'A way to ask somebody experienced, for those who got stuck alone or had no advice',
    words: 'experienced stuck alone advice',
  },
  {
    feature: 'Working offline, for places without internet or a signal',
    words: 'offline internet signal',
  },
];

/** Words that say by themselves that something went wrong. */
export const wordsOfTrouble =
  'forget miss late waiting waste lose misplace wrong mistake error hard difficult problem trouble stuck chaos mess slow tedious complicated confusing annoying hate expensive hidden unfair fraud fake scam awkward embarrassing fail broken argue retyping manual stress frustrating tiring exhausting delayed ignored';

/** Turns of phrase that say so. */
export const troubleSigns =
  /\b(?:too (?:much|many|long|late|slow|far|dear|expensive|complicated)|again and again|over and over|every single time|one (?:by one|after (?:another|the other))|(?:took|cost|spent|wasted|lost) (?:me |us )?(?:\w+ ){0,3}(?:hours?|days?|weeks?|evenings?|nights?)|nobody (?:replied|answered|came|knew|told|picked|reacted)|no (?:internet|signal|connection|reception|repl(?:y|ies)|response|advice|overview|record|proof)|by hand|gave up|fell through)\b/i;

/** Said by who wants nothing changed. */
export const content =
  /\b(?:perfect(?:ly)?|happy|content with|(?:is|was|are|were|it['’]s|works?|worked|does|did|all|quite|just) (?:fine|great|good|well|ok|okay|enough)|love (?:it|my|our|the)|no complaints?)\b/i;
