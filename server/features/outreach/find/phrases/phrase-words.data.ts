/** Words without a subject of their own that name one with the word before them. */
export const headWords = new Set([
  'list',
  'lists',
  'plan',
  'plans',
  'system',
  'site',
  'sites',
  'page',
  'pages',
  'team',
  'teams',
]);

/** Whom a product wants to reach: after 'first' they name a subject, as in 'first users', also with a number between. */
export const audienceWords = new Set(
  'user users customer customers client clients buyer buyers subscriber subscribers reader readers player players sale sales'.split(
    ' ',
  ),
);

/** Numbers that stand between. */
export const roundNumbers = new Set('one two three five ten twenty fifty hundred thousand few'.split(' '));

/** Verbs that descriptions begin their clauses with; what follows them is what people write about. */
export const plainVerbs = new Set(
  `
accept add analyse analyze answer apply attract automate avoid beat become begin block book boost break browse buy calculate
capture catch check choose clean collect combine compare control convert cook count cut decide deliver deploy design detect
develop download draw earn eat edit ensure explain export fight fill fix follow gather generate grow handle hire identify
import increase inspect install invite join launch learn listen maximise maximize measure meet merge monitor move never order
organise organize pay pick play practise prepare prevent print produce protect publish quit raise reach receive record recruit
reduce remember remind remove rent replace reply research reserve run schedule search sell send serve sleep solve speak spend
split stay store streamline study submit summarise summarize surprise survive swap switch sync teach tell test train transform
translate travel understand unlock upload validate verify visit watch win write
`
    .trim()
    .split(/\s+/),
);
