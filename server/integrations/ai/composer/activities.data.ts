/**
 * Nouns that name what is done with the word before them, and what people do: "music practice", "waste management".
 * `{x}` is that word as an object ("plants", "the lawn"), `{noun}` the word as typed; alone they stand in `wholeActivities`.
 */
export const activityNouns: Record<string, string> = {
  advice: 'get {noun} advice',
  alert: 'find out in time about {x}',
  analysis: 'make sense of {x}',
  automation: 'take care of {x}',
  booking: 'book {x}',
  care: 'take care of {x}',
  challenge: 'take part in {noun} challenges',
  class: 'take {noun} classes',
  cleanup: 'clean up {x}',
  collection: 'collect {x}',
  comparison: 'compare {x}',
  competition: 'take part in {noun} competitions',
  consultation: 'get {noun} advice',
  course: 'take {noun} courses',
  delivery: 'get {x} delivered',
  detection: 'notice {x} in time',
  discovery: 'discover {x}',
  donation: 'donate {x}',
  education: 'learn about {x}',
  event: 'find {noun} events',
  exchange: 'exchange {x}',
  identification: 'identify {x}',
  installation: 'install {x}',
  insurance: 'insure {x}',
  helper: 'get help with {x}',
  lesson: 'take {noun} lessons',
  maintenance: 'look after {x}',
  management: 'manage {x}',
  matching: 'find the right {noun}',
  meetup: 'find {noun} meetups',
  monitoring: 'keep an eye on {x}',
  negotiation: 'negotiate {x}',
  notification: 'find out in time about {x}',
  optimisation: 'get more out of {x}',
  optimization: 'get more out of {x}',
  planning: 'plan {x}',
  pickup: 'get {x} picked up',
  practice: 'practise {x}',
  prediction: 'see {x} coming',
  prep: 'prepare for {x}',
  preparation: 'prepare for {x}',
  prevention: 'prevent {x}',
  resale: 'resell {x}',
  recognition: 'recognise {x}',
  recommendation: 'find good {x}',
  reduction: 'reduce {x}',
  refill: 'refill {x}',
  registration: 'register {x}',
  removal: 'get rid of {x}',
  reminder: 'remember {x}',
  rental: 'rent {x}',
  repair: 'get {x} repaired',
  review: 'find out how good {x} are',
  sale: 'sell {x}',
  search: 'search for {x}',
  selection: 'choose {x}',
  shopping: 'shop for {x}',
  sitting: 'find somebody to look after {x}',
  storage: 'store {x}',
  subscription: 'get {x} regularly',
  summary: 'catch up on {x}',
  swap: 'swap {x}',
  template: 'put together {x}',
  therapy: 'get {noun} therapy',
  theft: 'prevent {noun} theft',
  tour: 'find {noun} tours',
  tracking: 'keep track of {x}',
  translation: 'get {x} translated',
  tutoring: 'find a {noun} tutor',
  verification: 'verify {x}',
  wash: 'get {x} washed',
  workout: 'do {noun} workouts',
  workshop: 'take part in {noun} workshops',
};

/** Things that stand for something people do, whole: "yoga", "business cards", "scheduling". */
export const wholeActivities: Record<string, string> = {
  accounting: 'keep the books',
  billing: 'send bills',
  booking: 'book appointments',
  bookkeeping: 'keep the books',
  budgeting: 'keep to a budget',
  'business card': 'pass on contact details',
  apartment: 'find an apartment',
  'car pool': 'share rides',
  carpooling: 'share rides',
  catering: 'order catering',
  cleaning: 'get the rooms cleaned',
  'co-working': 'find a place to work',
  coworking: 'find a place to work',
  childcare: 'arrange childcare',
  coaching: 'find a coach',
  counselling: 'find a counsellor',
  counseling: 'find a counselor',
  crowdfunding: 'raise money',
  dating: 'meet a new partner',
  daycare: 'find daycare',
  fitness: 'keep fit',
  fundraising: 'raise money',
  gift: 'find a gift',
  grant: 'find grants',
  hiring: 'hire staff',
  housing: 'find a place to live',
  internship: 'find an internship',
  inventory: 'keep track of inventory',
  invoicing: 'send invoices',
  job: 'find a job',
  'job board': 'find a job',
  journaling: 'keep a journal',
  'language exchange': 'practise a language with somebody',
  'language tutor': 'learn a language',
  'language learning': 'learn a language',
  'meal kit': 'cook meals',
  matchmaking: 'find the right partner',
  meditation: 'meditate',
  mentoring: 'find a mentor',
  mentorship: 'find a mentor',
  mindfulness: 'be mindful',
  monitoring: 'keep an eye on things',
  networking: 'meet people who can help',
  news: 'follow the news',
  nutrition: 'eat well',
  onboarding: 'onboard new staff',
  parking: 'find parking',
  payroll: 'run the payroll',
  pilates: 'do pilates',
  planning: 'plan ahead',
  recruiting: 'find new staff',
  recruitment: 'find new staff',
  renting: 'rent things',
  reporting: 'write reports',
  ride: 'get a ride',
  rideshare: 'get a ride',
  rota: 'settle the rota',
  scheduling: 'schedule appointments',
  sleep: 'sleep well',
  scholarship: 'find a scholarship',
  storage: 'find a place to store things',
  'team building': 'get a team to know each other',
  therapy: 'get therapy',
  timesheet: 'fill in timesheets',
  tracking: 'keep a record',
  tutoring: 'find a tutor',
  wellness: 'stay well',
  workout: 'work out',
  yoga: 'do yoga',
};

/** What a product does where the word before it describes it and names no thing: "a visual planner". */
export const ownPurpose: Record<string, string> = {
  calculator: 'work out the figures',
  calendar: 'agree on dates',
  coach: 'find a coach',
  helpline: 'get help at short notice',
  hotline: 'get help at short notice',
  diary: 'keep a diary',
  guide: 'find the way around',
  journal: 'keep a journal',
  log: 'keep a log',
  logbook: 'keep a logbook',
  marketplace: 'buy or sell things',
  organiser: 'stay organised',
  organizer: 'stay organized',
  planner: 'plan ahead',
  reminder: 'remember what is due',
  scheduler: 'schedule appointments',
  tracker: 'keep track of progress',
  translator: 'get things translated',
  tutor: 'find a tutor',
};

/** Words before a product that say what it is made of or how it comes, not what it is for. */
export const productAdjectives =
  /^(ai|online|digital|smart|mobile|virtual|web|free|simple|easy|easy-to-use|new|better|modern|personalised|personalized|intelligent|automated|automatic|cheap|affordable|b2b|b2c|saas|vr|ar|curated|slack|discord|whatsapp|telegram|chrome|browser|ios|android|no-code|open-source|powered|driven|based|based-on|on-demand|peer-to-peer|p2p|global|dedicated|fun|gamified|subscription|monthly|weekly|[\p{L}\d]+-(based|powered|driven|enabled|assisted|first|controlled|activated)|blockchain|decentralised|decentralized|tokenised|tokenized|web3|cloud|wireless|connected|innovative|all-in-one|lightweight|crowdsourced|user-friendly|desktop)$/iu;

/** Words before a product that describe it when they stand alone ("a local app"), and their noun else ("local coffee"). */
export const loneAdjectives = /^(community|social|local|personal|private|public)$/i;

/** Words of technology in front of a thing that a survey must not mention. */
export const technology =
  /^(ai|online|digital|smart|mobile|virtual|better|decentralised|decentralized|blockchain|cloud|web3|peer-to-peer|p2p|[\p{L}\d]+-(based|powered|driven|enabled|assisted))$/iu;

/** Adjectives and participles that describe the noun behind them, so that they are no noun themselves. */
export const describing =
  /^(shared|joint|common|visual|interactive|collaborative|customised|customized|customisable|customizable|printable|anonymous|flexible|transparent|quick|honest|safe|secure|quiet|ethical|healthy|guided|integrated|unified|automated|combined|connected|trusted|reliable|sustainable|inclusive|accessible|minimal|gentle|friendly|daily|weekly|monthly|annual|universal|single|central|offline|multilingual|bilingual|physical|public|open|private|[\p{L}]+-friendly)$/iu;

/** What is told or given about a thing; what people do is told by the words before it: "dog training videos". */
export const tellings =
  /^(help|support|tips?|videos?|tutorials?|ideas?|resources?|information|games?|checklists?|guides?|programmes?|programs?|solutions?|services?)$/i;

/** Well-known compound nouns that open with a word which is a verb elsewhere. */
export const compoundNouns =
  /^(sign language|live (captions?|music|events?|streams?|shows?|concerts?|chat)|film (photography|festivals?|productions?)|watch repair|study (budd|room|group|abroad)|work (space|shift|permit|boot)|book clubs?|travel (plan|insurance|guide|agen)|seed librar|water (usage|quality|bottle|filter)|record (store|label|player)|train (ticket|station)|test (kit|prep)|exercise class|market stall|dance class|swim (lesson|class)|ski (trip|lesson|pass)|surf (lesson|school)|park bench|score board|match day|plant (swap|care|shop)|share house|test drive|cook book|waste \p{L}+ing|design (feedback|review)|support group|search engine|process automation|meet-?ups?)/iu;

/** Audiences that love a thing: the thing is what they look for. */
export const fondness =
  /^(?:the |all |any |other )?(.+?)[- ](?:lovers|fans|enthusiasts|addicts|nerds|geeks|buffs|aficionados|collectors|fanatics|obsessives)$/i;
