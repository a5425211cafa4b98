/** Verbs that ideas are written with, in their base form. */
export const baseVerbs = new Set(
  `adapt adjust alert allow approve assemble assist audit babysit brainstorm brew carpool celebrate certify commute contribute
  crowdfund debug declare deploy describe disclose document empower enable engage enrol enroll entertain express grade groom
  grow hack heal hike inform insure interview invent knit mourn mow obtain outline pray quote rank reconcile refurbish
  rehearse relocate rely renovate restock restore retain revise reward sew shoot spell steer sublet subtitle suffer supply
  swim sync tackle taste thank tidy tune tutor unite unlock vote weigh withdraw wrap accept access achieve add adopt advertise afford analyse analyze answer apply arrange ask assess assign attend
  attract automate avoid bake become begin bill book boost borrow bring browse budget build buy calculate call cancel
  capture care carry catch categorise categorize change charge chase chat check choose claim clean collaborate collect
  combine communicate compare complete comply compose connect consult contact control convert cook coordinate cope copy
  count cover create curate customise customize cut deal decide declutter deliver design detect develop diagnose digitise
  digitize discover discuss dispose distribute divide do donate download draw dress drive earn eat edit eliminate
  encourage enjoy enter escape estimate evaluate exchange exercise expand experience explain explore export express feed
  feel fight figure file fill film find finish fix focus follow forecast forget gain gather generate get give go grow guide
  handle have help hire hold host identify import improve increase inspect install invest invite invoice join journal
  keep know label launch lead learn lease lend let list listen live locate log look lose lower maintain make manage map
  market master match measure meditate meet memorise memorize mentor merge mix monitor motivate move navigate negotiate
  network notice notify nurture offer open operate optimise optimize order organise organize outsource own pack paint
  park participate pay perform pick plan plant play post practice practise predict prepare present preserve prevent price
  print prioritise prioritize process produce promote protect prove provide publish purchase quit raise reach read rebuild
  receive recognise recognize recommend record recover recruit recycle reduce refill register relax remember remind
  remove renew rent repair replace reply report request rescue reserve resell resolve respond rest return reuse review ride
  run save scan schedule search secure see sell send separate set settle share ship shop shorten show sign simplify skip
  sleep socialise socialize solve sort source speak spend split spot stay stop store stream stretch streamline study
  submit subscribe succeed suggest summarise summarize support swap switch synchronise take talk teach tell test text
  thrive track trade train transcribe transfer transform translate travel treat try turn understand unwind update upload use
  validate verify view visit volunteer wait wake walk warn wash watch wear win work write
  put accompany agree argue balance befriend block breathe clear come commission declutter disconnect finance foster fund haul hurt
  isolate jog juggle meal-prep miss mind narrate onboard outgrow pitch raise rehome roast serve sing sit skate ski sponsor
  stitch surf tell transport transcribe unpack unsubscribe upgrade upskill vet water weed worry`.split(/\s+/),
);

/** Base verbs that are as often nouns, so that they count as verbs only where a verb must stand. */
export const nounLikeVerbs = new Set(
  `answer audit bill book budget call care change charge chat check claim clean contact control cook copy count cover cut deal
  design dress drive exchange exercise experience feed fight figure file fill film fix focus follow gain guide  host
  invoice journal label lead lease list live log look map market master  measure mentor mix monitor move network
  notice  open order pack paint park pay pick plan plant play post practice present price print process produce
  purchase quit raise read record refill rent repair  request rescue reserve rest return review ride run sale scan
  schedule search set share ship shop  sign sleep  source spot   store stream stretch study support swap
  switch talk test text track trade train transfer travel treat turn update upload  view visit volunteer wait walk
  wash watch wear win work balance block commission finance fund pitch roast sponsor surf
  transport upgrade vet water weed secure live clean express`.split(/\s+/),
);

/** Verbs whose last consonant doubles before -ing. */
export const doublingVerbs = new Set(
  `begin chat cut drop fit forget get let log map plan quit rub run set shop skip split spot stop submit swap thrift trim
  unplug win wrap refer program nap jog swim sit put`.split(/\s+/),
);

/**
 * What a product does, told as what a person does without it. `{x}` is the verb's object; a verb that is
 * missing here is the person's own as well.
 */
export const personsSide: Record<string, string> = {
  analyse: 'make sense of {x}',
  analyze: 'make sense of {x}',
  automate: 'handle {x}',
  block: 'keep away from {x}',
  detect: 'spot {x}',
  digitise: 'keep track of {x}',
  digitize: 'keep track of {x}',
  eliminate: 'get rid of {x}',
  generate: 'make {x}',
  monitor: 'keep an eye on {x}',
  optimise: 'get more out of {x}',
  optimize: 'get more out of {x}',
  predict: 'see {x} coming',
  resolve: 'deal with {x}',
  simplify: 'deal with {x}',
  solve: 'deal with {x}',
  streamline: 'deal with {x}',
  summarise: 'catch up on {x}',
  summarize: 'catch up on {x}',
  track: 'keep track of {x}',
};

/** The same for verbs that only a product does when it is the subject: "a service that collects furniture". */
export const productsOwn: Record<string, string> = {
  answer: 'get answers to {x}',
  bring: 'get {x}',
  clean: 'get {x} cleaned',
  collect: 'get rid of {x}',
  create: 'make {x}',
  curate: 'find good {x}',
  deliver: 'get hold of {x}',
  explain: 'understand {x}',
  fix: 'get {x} fixed',
  lend: 'borrow {x}',
  offer: 'get {x}',
  'pick up': 'get rid of {x}',
  produce: 'get {x}',
  provide: 'get {x}',
  recommend: 'find {x}',
  rent: 'rent {x}',
  repair: 'get {x} repaired',
  replace: 'deal with {x}',
  sell: 'get {x}',
  suggest: 'find {x}',
};

/** Verbs whose person comes first and whose own action follows: "helps nurses swap shifts". */
export const enablingVerbs = new Set(
  'help let allow enable empower assist encourage motivate get train guide support invite'.split(' '),
);

/** What a product of this name does, as what a person does: "a habit tracker". */
export const productPurpose: Record<string, string> = {
  aggregator: 'find',
  analyser: 'make sense of',
  analyzer: 'make sense of',
  assistant: 'deal with',
  blocker: 'keep away from',
  board: 'find',
  box: 'get hold of',
  bundle: 'get hold of',
  builder: 'put together',
  checker: 'check',
  converter: 'convert',
  editor: 'edit',
  maker: 'make',
  manager: 'manage',
  calculator: 'work out',
  calendar: 'keep track of',
  club: 'talk with others about',
  coach: 'get better at',
  comparison: 'compare',
  counter: 'count',
  course: 'learn',
  crm: 'keep track of customers',
  delivery: 'get hold of',
  dashboard: 'keep an eye on',
  detector: 'notice',
  diary: 'keep a record of',
  directory: 'find',
  exchange: 'exchange',
  finder: 'find',
  fixer: 'fix',
  generator: 'write or make',
  guide: 'find out about',
  journal: 'keep a record of',
  kit: 'get hold of',
  logbook: 'keep a record of',
  log: 'keep a record of',
  library: 'borrow',
  locator: 'find',
  map: 'find',
  marketplace: 'buy or sell',
  matcher: 'match',
  meter: 'keep an eye on',
  monitor: 'keep an eye on',
  newsletter: 'follow',
  optimiser: 'get more out of',
  organiser: 'organise',
  organizer: 'organize',
  picker: 'choose',
  planner: 'plan',
  reader: 'read',
  recorder: 'record',
  remover: 'get rid of',
  rental: 'rent',
  reminder: 'remember',
  scanner: 'scan',
  scheduler: 'schedule',
  shop: 'buy',
  sensor: 'keep an eye on',
  simulator: 'practise',
  solver: 'solve',
  sorter: 'sort',
  splitter: 'split',
  store: 'buy',
  summariser: 'catch up on',
  summarizer: 'catch up on',
  swap: 'swap',
  taker: 'take',
  tracker: 'keep track of',
  trainer: 'get better at',
  transcriber: 'transcribe',
  translator: 'translate',
  tutor: 'learn',
};

/** Names of products that say nothing about what they do. */
export const plainProducts = new Set(
  `app application apps platform website site webapp tool toolkit service services software saas product system solution
  startup company business bot chatbot plugin extension add-on device gadget network community game podcast subscription
  box dashboard api portal hub space place database kit wearable robot drone camera program programme way something
  alternative agency studio thing idea project workspace interface engine forum group page widget aid technology sensor
  collective co-op cooperative checklist scheme initiative resource mirror bracelet fridge hotline helpline`.split(
    /\s+/,
  ),
);
