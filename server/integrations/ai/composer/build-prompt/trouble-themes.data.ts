/** Features by the trouble that they address. Each line holds the words by which an answer about it is known. */
export const troubleThemes: { feature: string; words: string }[] = [
  {
    feature: 'Reminders before it is due, for those who forget, miss or notice things too late',
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
