/**
 * A kind of problem and how to ask about its past. In the texts `{need}` is what people try to do as a bare
 * infinitive, `{you}` whoever is asked about, `{missed}` that it was forgotten, `{tried}` the attempt in the past, `{so}` what for: "in order to …" or "so that your child could …".
 */
export type Kind = {
  /** Verbs and nouns that point to this kind, in the singular; `_` joins the words of a phrase. */
  words: string;
  /** The attempt before a bare infinitive, as "did you … find it" and as "you … find it". */
  attempt: [present: string, past: string];
  /** Completes "the guess to check is that people who … {hypothesis}". */
  hypothesis: string;
  /** A sentence on what would show that the guess is wrong. */
  disproof: string;
  /** An open question on the last time. */
  story: string;
  /** An open question on what was tried and given up. */
  dropped: string;
  /** What people do about it, as answers. */
  ways: string[];
  hardest: { question: string; options: string[] };
  /** Whether the loss is counted in time or in money. */
  cost: 'time' | 'money';
  /** Who would pay, as a guess to check. */
  payer: string;
  /** Second words of working names. */
  names: string[];
};

export const kinds = {
  coordinating: {
    words:
      'coordinate collaborate work_together schedule swap_shift shift arrange organise organize synchronise settle agree rota roster calendar meeting carpool invite rsvp scheduler chore',
    attempt: ['have to', 'had to'],
    hypothesis: 'lose time to messages back and forth, and carry the arrangement in one person’s head',
    disproof: 'If one message usually settles it, there is little left to solve.',
    story:
      'Think of the last time {you} {tried} {need}. Who started it, how many messages or calls did it take, and how did it end?',
    dropped:
      'What did you try before {so}, such as a shared calendar or a poll, and why did it fall out of use?',
    ways: [
      'Used a group chat',
      'Used a shared calendar or sheet',
      'Rang people one by one',
      'Left it to one person',
    ],
    hardest: {
      question: 'When {you} last {tried} {need}, what held it up?',
      options: [
        'Getting everybody to answer',
        'Finding a time or a split that suited all',
        'Late changes',
        'Not knowing who was responsible',
      ],
    },
    cost: 'time',
    payer: 'whoever ends up doing the arranging for the group, or the organisation behind it',
    names: ['Loop', 'Rota', 'Relay', 'Round', 'Tandem'],
  },
  planning: {
    words: 'plan planner planning prepare preparation itinerary checklist',
    attempt: ['have to', 'had to'],
    hypothesis: 'leave it until late, keep most of it in their heads, and pay for what was forgotten',
    disproof: 'If a list on paper is usually enough, a planner will not be opened twice.',
    story:
      'Think of the last time {you} {tried} {need}. When was the start, what was written down, and what was forgotten?',
    dropped: 'Which list, sheet or app did you start {so} and then stop opening? What made you stop?',
    ways: [
      'Made a list on paper',
      'Used a spreadsheet or an app',
      'Did the same as last time',
      'Kept it in my head',
    ],
    hardest: {
      question: 'When {you} last {tried} {need}, what was the hard part?',
      options: [
        'Deciding',
        'Agreeing with others',
        'Keeping up with changes',
        'Finding the time to sit down for it',
      ],
    },
    cost: 'time',
    payer: 'whoever does the planning for everybody else, often one person in a household or a team',
    names: ['Board', 'Map', 'Sketch', 'Pencil', 'Almanac'],
  },
  getting: {
    words: 'get buy purchase order subscribe',
    attempt: ['try to', 'tried to'],
    hypothesis:
      'take what the nearest place has, or pay more than they meant to, because what they want is hard to come by',
    disproof: 'If what is near is good enough on most days, few will change where they get it.',
    story:
      'Think of the last time {you} {tried} {need}. Where was the first attempt, and what did it come to in the end?',
    dropped:
      'When {you} {tried} {need}, which shop, brand or service was used once and never again? What was the last straw?',
    ways: ['Got it where I always do', 'Ordered it online', 'Took something similar', 'Went without'],
    hardest: {
      question: 'When {you} last {tried} {need}, what was the obstacle?',
      options: [
        'Finding where to get it',
        'Telling good from bad beforehand',
        'The price',
        'The delivery or the waiting',
      ],
    },
    cost: 'money',
    payer: 'the people who buy it already; what they pay today is the figure to ask for',
    names: ['Crate', 'Basket', 'Parcel', 'Hamper', 'Counter'],
  },
  choosing: {
    words:
      'find compare choose pick discover recommend recommendation review search select browse decide finder comparison directory suggestion best explore identify locate',
    attempt: ['try to', 'tried to'],
    hypothesis:
      'lose time comparing, settle for the first result that seems good enough, and often regret it',
    disproof:
      'If most people already have a place or a person they trust, the search itself may not be worth solving.',
    story:
      'Think of the last time {you} {tried} {need}. Where did you look first, and what did you end up with?',
    dropped: 'Which site, app or person did you once rely on {so} and no longer do? What made you stop?',
    ways: ['Searched online', 'Asked people I know', 'Read reviews', 'Took the first that looked fine'],
    hardest: {
      question: 'When {you} last {tried} {need}, what got in the way?',
      options: [
        'Too many choices',
        'Reviews I could not trust',
        'Nothing that fitted what I needed',
        'Missing facts such as price or opening hours',
      ],
    },
    cost: 'time',
    payer: 'possibly the people who choose, more often the places that want to be found',
    names: ['Scout', 'Compass', 'Finder', 'Lantern', 'Pointer'],
  },
  meeting: {
    words:
      'connect match meet introduce pair partner co-founder mentor date network friend matchmaking community buddy club talk talk_with_other find_other share_experience share_story support_each_other bring_together reach make_friend join',
    attempt: ['try to', 'tried to'],
    hypothesis:
      'know too few of the right people, and let the chance pass because the first step is awkward or slow',
    disproof:
      'If people already meet whom they need through someone they know, a new place to meet will stay empty.',
    story:
      'Think of the last time {you} {tried} {need}. Whom did you approach, what did you say, and what came of it?',
    dropped: 'Where did {you} try to {need} and then stay away? What happened there?',
    ways: [
      'Asked people I know',
      'Posted in an online group',
      'Went to an event',
      'Wrote to strangers directly',
    ],
    hardest: {
      question: 'When {you} last {tried} {need}, where did it stop?',
      options: [
        'I did not know where to look',
        'Nobody answered',
        'I could not tell whom to trust',
        'We never found a time or a place',
      ],
    },
    cost: 'time',
    payer: 'the side that needs the other more; the survey should show which one that is',
    names: ['Bridge', 'Table', 'Porch', 'Handshake', 'Circle'],
  },
  learning: {
    words:
      'learn teach tutor study practise practice course lesson skill train memorise coach class exam language education curriculum quiz flashcard',
    attempt: ['try to', 'tried to'],
    hypothesis: 'start with good will, get stuck without anybody to ask, and stop',
    disproof: 'If people who got stuck soon found help, another way to learn has little to add.',
    story: 'Think of the last time {you} {tried} {need}. Where did it get stuck, and what happened next?',
    dropped:
      'Which courses, apps or lessons were begun {so} and not finished? What was the last thing before stopping?',
    ways: [
      'Watched videos',
      'Used an app or a course',
      'Asked somebody who knows',
      'Used a book or worksheets',
    ],
    hardest: {
      question: 'When {you} last {tried} {need}, what got in the way?',
      options: [
        'No one to ask when stuck',
        'Too little time',
        'The material was too easy or too hard',
        'Losing interest after some days',
      ],
    },
    cost: 'money',
    payer: 'the learners themselves, or whoever answers for them: parents, a school or an employer',
    names: ['Steps', 'Lantern', 'Primer', 'Chalk', 'Stairs'],
  },
  tracking: {
    words:
      'track tracker log logbook monitor record habit diary journal measure keep_track routine keep_record streak medication',
    attempt: ['try to', 'tried to'],
    hypothesis:
      'begin to keep a record, let it slip after some days, and notice too late what it would have shown',
    disproof: 'If people who never wrote anything down lost nothing by it, a record is not what is missing.',
    story:
      'Think of the last time {you} {tried} {need} and it slipped. What was going on that day, and what followed from it?',
    dropped:
      'Which notebook, sheet or app did you begin {so} and then leave? How long did it last, and what ended it?',
    ways: ['Wrote it on paper', 'Set alarms or reminders', 'Used an app', 'Relied on memory'],
    hardest: {
      question: 'When {you} last {tried} {need}, where did it break down?',
      options: [
        'It was forgotten at the right moment',
        'It took too long to write down',
        'The record was never looked at again',
        'A change in the daily routine',
      ],
    },
    cost: 'time',
    payer: 'the person who keeps the record, or somebody who is answerable for the result',
    names: ['Log', 'Thread', 'Tally', 'Almanac', 'Notch'],
  },
  remembering: {
    words: 'remember remind reminder forget forgotten forgetting reminding',
    attempt: ['have to', 'had to'],
    hypothesis: 'notice it only afterwards, when it can no longer be put right',
    disproof:
      'If what was forgotten had no consequences, another reminder will be switched off within a week.',
    story: 'Think of the last time {you} {missed}. What was different that day, and who noticed?',
    dropped: 'Which alarms, notes or other aids did you try {so}, and which of them no longer work? Why?',
    ways: ['Set alarms', 'Wrote notes', 'Asked somebody to remind me', 'Tied it to a daily habit'],
    hardest: {
      question: 'The last time {you} {missed}, what was the reason?',
      options: [
        'A change in the daily routine',
        'The reminder came at the wrong moment',
        'Not being sure whether it had been done already',
        'Not wanting to do it',
      ],
    },
    cost: 'money',
    payer: 'the person who has to live with the consequences, or a relative who worries about them',
    names: ['Chime', 'Knot', 'Bell', 'Daybook', 'Rooster'],
  },
  selling: {
    words:
      'sell customer_acquisition client promote advertise lead find_client earn income seller market storefront get_paid_work commission monetise monetize reach_customer resell buyer fair_price',
    attempt: ['try to', 'tried to'],
    hypothesis:
      'spend more effort on finding buyers than on the thing they sell, and give away too much of the price',
    disproof: 'If sellers have more buyers than they can serve, the missing piece lies elsewhere.',
    story:
      'Think of the last time {you} {tried} {need}. How did the buyer find you or you the buyer, and what was left after costs?',
    dropped: 'Which shop, platform or fair did you try {so} and leave again? What did it come to in the end?',
    ways: ['Sold to people I know', 'Used a marketplace', 'Used social media', 'Went through a middleman'],
    hardest: {
      question: 'When {you} last {tried} {need}, what stood in the way?',
      options: [
        'Too few buyers',
        'Prices that hardly cover the cost',
        'Fees or middlemen',
        'The time it takes besides the real work',
      ],
    },
    cost: 'money',
    payer: 'the sellers, out of what they earn; the survey should show what the present way costs them',
    names: ['Stall', 'Counter', 'Market', 'Till', 'Basket'],
  },
  creating: {
    words:
      'make put_together write create design draw compose edit film record_song make_video publish draft generate generator produce build illustrate portfolio presentation content turn',
    attempt: ['set out to', 'set out to'],
    hypothesis:
      'start often, get lost in the part between the first draft and the finished thing, and put it aside',
    disproof: 'If the unfinished pieces are not missed by anybody, finishing them is not worth paying for.',
    story:
      'Think of the last time {you} {tried} {need}. What was done first, where did it get stuck, and was it finished?',
    dropped: 'Which tools did you try {so} and put away again? Where did they let you down?',
    ways: [
      'Started from an old piece or a template',
      'Used an AI assistant',
      'Asked somebody to help',
      'Did it all by hand',
    ],
    hardest: {
      question: 'When {you} last {tried} {need}, which part took the most effort?',
      options: ['Starting', 'Getting the details right', 'Finishing', 'Getting somebody’s approval'],
    },
    cost: 'time',
    payer: 'people who make things for a living before people who make them for pleasure',
    names: ['Sketch', 'Workbench', 'Draft', 'Easel', 'Kiln'],
  },
  paperwork: {
    words:
      'utility_bill file filing tax vat invoice compliance comply contract permit paperwork letter official_letter form document claim insurance application regulation license licence apply expense_report prescription_refill',
    attempt: ['have to', 'had to'],
    hypothesis:
      'put it off until the deadline, are unsure whether it is right, and pay for mistakes or for help',
    disproof:
      'If an accountant or a clerk already takes care of it at a price nobody minds, there is little room.',
    story:
      'Think of the last time {you} {tried} {need}. Which step took longest, and where did you have to ask or guess?',
    dropped: 'What did you pay for or install {so} and then drop? What was it that it could not do?',
    ways: [
      'Did it by hand from start to finish',
      'Used a spreadsheet or a form',
      'Used software made for it',
      'Handed it to a professional',
    ],
    hardest: {
      question: 'When {you} last {tried} {need}, what cost the most effort?',
      options: [
        'Collecting the papers or figures',
        'Understanding the rules',
        'Filling in the same thing twice',
        'Waiting for an answer',
      ],
    },
    cost: 'time',
    payer: 'the person who is liable for mistakes, or the firm that does it for others',
    names: ['Desk', 'Folder', 'Ledger', 'Stamp', 'Clip'],
  },
  caring: {
    words:
      'care look_after caregiver health symptom treatment rehab therapy pain feed medication_reminder recover dementia condition',
    attempt: ['have to', 'had to'],
    hypothesis:
      'carry it mostly alone, improvise when plans change, and worry about what they may have missed',
    disproof:
      'If family, neighbours or professionals already share the load reliably, the need is smaller than it seems.',
    story:
      'Think of the last time {you} {tried} {need} and it did not go to plan. What happened, and who stepped in?',
    dropped: 'What help did you arrange {so}, and which part of it did not last? What ended it?',
    ways: ['Did it alone', 'Asked family or friends', 'Asked a professional', 'Kept notes or lists'],
    hardest: {
      question: 'When {you} last {tried} {need}, what weighed most?',
      options: [
        'Not knowing what was right',
        'No one to take over',
        'Being reachable all the time',
        'Passing on what others had to know',
      ],
    },
    cost: 'money',
    payer: 'whoever carries the care today, sometimes with help from a relative or an insurer',
    names: ['Nest', 'Hearth', 'Watch', 'Harbour', 'Quilt'],
  },
  money: {
    words:
      'save budget pay bill split split_bill rent_collection collect_rent late_invoice chase debt spend afford payment price cost lend_money loan refund cheap cheaper subscription_cost money',
    attempt: ['have to', 'had to'],
    hypothesis: 'avoid the awkward part, lose sight of what is owed, and end up paying for it themselves',
    disproof: 'If the sums are small enough to shrug off, people will not change how they handle them.',
    story:
      'Think of the last time {you} {tried} {need}. What was said, how long did it take, and did the sum come out right?',
    dropped: 'Which app, list or rule did you use for a while {so}, and why did you stop?',
    ways: [
      'Used a spreadsheet or notes',
      'Used a banking or payment app',
      'Reminded people in person',
      'Let it go',
    ],
    hardest: {
      question: 'When {you} last {tried} {need}, what was the worst part?',
      options: ['Having to ask', 'Knowing who owes what', 'Waiting for the money', 'Fees or mistakes'],
    },
    cost: 'money',
    payer: 'the person who is out of pocket in the meantime',
    names: ['Jar', 'Ledger', 'Tally', 'Abacus'],
  },
  moving: {
    words:
      'deliver delivery ship transport pick_up collect_parcel move haul courier get_rid_of ride freight parcel drop_off truck logistics get_delivered',
    attempt: ['have to', 'had to'],
    hypothesis: 'wait for fixed times, pay for a whole trip to carry little, or borrow a favour',
    disproof: 'If most things fit into a car that is going that way anyway, few will pay for another way.',
    story:
      'Think of the last time {you} {tried} {need}. How did it get from one place to the other, and what went differently from the plan?',
    dropped: 'Which service or arrangement did you use {so} and decide against the next time? Why?',
    ways: [
      'Did it with my own car or on foot',
      'Asked a friend with a van',
      'Booked a company',
      'Waited until there was another reason to go',
    ],
    hardest: {
      question: 'When {you} last {tried} {need}, what caused the trouble?',
      options: [
        'Finding somebody at the right time',
        'The price',
        'Waiting without news',
        'Damage, or things that did not fit',
      ],
    },
    cost: 'money',
    payer: 'whoever needs the thing to be somewhere else, or the seller of it',
    names: ['Van', 'Wheelbarrow', 'Route', 'Trolley', 'Ferry'],
  },
  sharing: {
    words:
      'share borrow lend rent rent_out swap exchange trade second-hand outgrown reuse hand_down give_away lending library donate teilen compartir partager buy_or_sell buy_and_sell',
    attempt: ['try to', 'tried to'],
    hypothesis:
      'buy new or let things lie idle, because finding the other person is more trouble than the thing is worth',
    disproof:
      'If a shop or a chat group already settles it within a day, trust and distance are not the obstacle.',
    story:
      'Think of the last time {you} {tried} {need}. With whom, how did you agree, and what happened to the thing in the end?',
    dropped: 'Where did {you} try to {need} and give up? How far did it get?',
    ways: [
      'Asked family or friends',
      'Used an online marketplace',
      'Used a local group',
      'Bought a new one or threw it away',
    ],
    hardest: {
      question: 'When {you} last {tried} {need}, what made it not worth the trouble?',
      options: [
        'Finding somebody nearby',
        'Agreeing on a time to hand it over',
        'Trusting the other person',
        'The state or the size of the thing',
      ],
    },
    cost: 'money',
    payer: 'people who save a purchase, if the saving is larger than the trouble',
    names: ['Shelf', 'Fence', 'Swap', 'Cupboard', 'Bench'],
  },
  following: {
    words:
      'summarise summarize catch_up news information read stay_informed find_out get_answer share_result share_negative share_data share_file share_knowledge share_document update notify alert answer question knowledge communicate understand message email inbox thread search_engine explain know follow overview digest translate',
    attempt: ['have to', 'had to'],
    hypothesis: 'read far more than they use, and still miss the part that concerned them',
    disproof: 'If what was missed never had consequences, nobody will pay to miss less.',
    story:
      'Think of the last time {you} {tried} {need}. What did you go through to get there, and what did you miss?',
    dropped: 'Which summaries, alerts or habits did you set up {so} and then switch off? Why?',
    ways: [
      'Read everything',
      'Skimmed and hoped',
      'Asked somebody who had followed it',
      'Used a search or a summary',
    ],
    hardest: {
      question: 'When {you} last {tried} {need}, what cost the most effort?',
      options: [
        'Too much to read',
        'Finding the one thing that mattered',
        'Old or contradictory information',
        'Too many places to look',
      ],
    },
    cost: 'time',
    payer: 'people whose work suffers when they miss something, or their employer',
    names: ['Digest', 'Brief', 'Bulletin', 'Margin', 'Signal'],
  },
  repeating: {
    words:
      'automate repetitive manual data_entry copy_paste process workflow spreadsheet integrate import export convert transcribe sort label categorise by_hand scan digitise batch onboarding payroll admin administrative',
    attempt: ['have to', 'had to'],
    hypothesis: 'do the same steps by hand again and again, and find the mistakes late',
    disproof: 'If it is over in minutes, the habit will win against any tool.',
    story:
      'Think of the last time {you} {tried} {need}. What were the steps, one after another, and which of them went wrong?',
    dropped: 'Which template, script or program did you try {so} and abandon for doing it by hand? Why?',
    ways: [
      'Did every step by hand',
      'Used a spreadsheet',
      'Used a script or an automation',
      'Gave it to somebody else',
    ],
    hardest: {
      question: 'When {you} last {tried} {need}, which part was the worst?',
      options: [
        'Doing the same thing many times',
        'Checking for mistakes',
        'Moving things between programs',
        'Starting again after an interruption',
      ],
    },
    cost: 'time',
    payer: 'the person whose hours it eats, if that person may buy tools, or else the manager',
    names: ['Crank', 'Gear', 'Conveyor', 'Pulley', 'Flywheel'],
  },
  hiring: {
    words:
      'hire booking appointment book_a book_an sitter babysitter cleaner handyman service_provider find_help on_demand get_help freelancer_marketplace walker plumber recruit contractor helper',
    attempt: ['need to', 'needed to'],
    hypothesis: 'ask around under time pressure, and cannot tell beforehand whom they can rely on',
    disproof: 'If people keep one helper for years, the search happens too rarely to build on.',
    story:
      'Think of the last time {you} {tried} {need}. How soon did it have to be, whom did you ask, and who came?',
    dropped:
      'Which person or service did you turn to only once when {you} {tried} {need}, and why not again?',
    ways: [
      'Asked friends or neighbours',
      'Searched online',
      'Rang somebody I had used before',
      'Did without',
    ],
    hardest: {
      question: 'When {you} last {tried} {need}, what was hard?',
      options: [
        'Nobody was free in time',
        'Not knowing whom to trust',
        'The price, or no clear price',
        'People who cancelled or never answered',
      ],
    },
    cost: 'money',
    payer: 'the people who need the help; the helpers may pay for steady work',
    names: ['Bell', 'Hand', 'Knock', 'Whistle', 'Doorstep'],
  },
  losing: {
    words:
      'not_show_up reduce prevent avoid waste cancellation no-show fill_last-minute loss stop cut fraud protect leak downtime churn missed spoil spoilage theft predict detect inspect inspection damage storm coming find_out_in_time warn scam fake',
    attempt: ['need to', 'needed to'],
    hypothesis: 'see the loss coming too late to do much about it, and have come to treat it as normal',
    disproof: 'If the loss is small beside everything else, those who decide will not spend attention on it.',
    story:
      'Think of the last time {you} {tried} {need}. When did you notice, what did you do, and what was lost in the end?',
    dropped: 'What did you introduce {so} that is no longer done? When did it stop, and why?',
    ways: [
      'Reacted when it happened',
      'Kept a list or a routine',
      'Rang or messaged people',
      'Used software',
    ],
    hardest: {
      question: 'When {you} last {tried} {need}, what made it difficult?',
      options: [
        'I noticed too late',
        'Too few hands at that moment',
        'No one to pass it on to',
        'No figures to decide by',
      ],
    },
    cost: 'money',
    payer: 'whoever bears the loss today',
    names: ['Buoy', 'Beacon', 'Sandbag', 'Keel', 'Lookout'],
  },
  feeling: {
    words:
      'feel happy happiness calm relax stress lonely loneliness motivate focus sleep anxiety mood confident cheer burnout fun bored boredom mindfulness unwind fall_asleep meditate',
    attempt: ['find it hard to', 'found it hard to'],
    hypothesis:
      'notice it only when a bad day has already become a bad week, and have few things at hand that help',
    disproof: 'If a walk, a friend or a good night’s sleep is usually enough, an app will not be opened.',
    story: 'Think of the last time {you} {tried} {need}. What was going on, and what, if anything, helped?',
    dropped:
      'What did you begin {so} and then leave, such as an app, a class or a habit? What made you stop?',
    ways: [
      'Talked to somebody',
      'Went outside or moved',
      'Distracted myself with a screen',
      'Used an app or an exercise',
    ],
    hardest: {
      question: 'When {you} last {tried} {need}, what stood in the way of doing something about it?',
      options: [
        'I did not notice in time',
        'No energy for it',
        'Nobody to talk to',
        'Nothing I knew of helped',
      ],
    },
    cost: 'money',
    payer:
      'the people themselves, and only if it has helped them before; some employers and insurers pay too',
    names: ['Porch', 'Window', 'Harbour', 'Meadow', 'Ember'],
  },
  charging: {
    words: 'what_to_charge how_much_to_charge hourly_rate',
    attempt: ['have to', 'had to'],
    hypothesis:
      'guess, charge what others seem to charge, and find out afterwards that their hours were not paid',
    disproof:
      'If their prices already cover the material and the hours, working them out is not the problem.',
    story:
      'Think of the last time {you} {tried} {need}. What went into the sum, what did the customer say, and what was left?',
    dropped: 'Which formula, sheet or app did you use for a while {so}, and why did you stop?',
    ways: [
      'Added up the costs on paper',
      'Looked at what others charge',
      'Used a spreadsheet or a calculator',
      'Guessed from experience',
      'Let the customer name a price',
    ],
    hardest: {
      question: 'When {you} last {tried} {need}, what was the hard part?',
      options: [
        'Counting my own hours',
        'Knowing what the material came to',
        'Fear of losing the customer',
        'Comparing with what others ask',
      ],
    },
    cost: 'time',
    payer: 'those who set the price, out of what they earn; ask what too low a price has cost them',
    names: ['Scale', 'Till', 'Counter', 'Abacus'],
  },
  dealing: {
    words: '',
    attempt: ['have to', 'had to'],
    hypothesis: 'have made do with a way around it that costs them more than they notice',
    disproof: 'If people cannot recall a single recent case, the problem is too small or too rare.',
    story:
      'Think of the last time {you} {tried} {need}. What set it off, what did you do step by step, and how did it end?',
    dropped: 'Which apps, services or habits did you try {so} and then give up? What made you give them up?',
    ways: ['Asked people I know', 'Searched online', 'Used an app or a service', 'Put it off'],
    hardest: {
      question: 'When {you} last {tried} {need}, what took the most effort?',
      options: [
        'Knowing where to start',
        'The time it took',
        'Depending on other people',
        'Having to do it again later',
      ],
    },
    cost: 'time',
    payer: 'not clear from the sentence; ask who has already spent money on it',
    names: ['Lantern', 'Compass', 'Workshop', 'Bench', 'Path'],
  },
} satisfies Record<string, Kind>;

export type KindId = keyof typeof kinds;
