/** One screen: its name, components, the data it shows, what can be done, and the words on it. */
type Screen = [name: string, components: string, data: string, actions: string, copy: string];

/**
 * The smallest product for a kind of problem. In the texts `{need}` is what people try to do as a bare infinitive,
 * `{people}` who they are, `{name}` the working name, `{start}` the first button's words.
 */
export type Blueprint = {
  /** What the product keeps, as one and as many. */
  record: [one: string, many: string];
  /** The words of the first button. */
  start: string;
  /** Completes "They come to decide …". */
  decides: string;
  key: string;
  done: string;
  journey: string[];
  screens: [Screen, Screen, Screen];
  fields: string;
  /** A second record that hangs on the first. */
  second: [name: string, fields: string];
  permissions: string;
  empty: string;
  /** Whether `must` and `later` say it all; otherwise features of the kind of problem are added. */
  isWhole?: boolean;
  must: string[];
  later: string[];
  never: string[];
  checks: string[];
  asks: string[];
  /** What each slice after the first adds. */
  slices: [string, string];
};

export const blueprints = {
  arrange: {
    record: ['request', 'requests'],
    start: 'Ask everybody',
    decides: 'whom to ask, and whether it is settled',
    key: 'Send one request to everybody it concerns and see who said yes.',
    done: 'one answer is confirmed and everybody concerned can see it',
    journey: [
      'Say what is needed and by when.',
      'Choose whom it concerns from a list of one’s own people.',
      'Send the request; each person opens a link and answers with one tap.',
      'See the answers come in, and confirm one.',
      'Come back when something changes: open the request, change it, and only those concerned are asked again.',
    ],
    screens: [
      [
        'New request',
        'one text field, a date, a list of people with check boxes, one button',
        'the people on their list',
        'write, choose people, send',
        '"What do you need?", "By when?", "Whom does it concern?", "Ask everybody"',
      ],
      [
        'Answer',
        'the request in one sentence, three large buttons, a note field',
        'one request',
        'answer, change the answer',
        '"Yes", "No", "Maybe, if", "Your answer was sent. You can change it until it is settled."',
      ],
      [
        'Requests',
        'a list in two groups, a count of answers on each',
        'open and settled requests',
        'open, confirm, cancel',
        '"Open", "Settled", "Waiting for an answer", "Confirm"',
      ],
    ],
    fields: 'what is needed (text), by when (date), status (open, settled, cancelled), owner, created (date)',
    second: ['answer', 'request, person, choice (yes, no, maybe), note (text), answered (date)'],
    permissions:
      'Only the owner changes, confirms or cancels a request. Whoever was asked reads that request and writes their own answer; nobody else sees it.',
    empty:
      '"No requests yet. Write what you need, and everybody concerned gets one message." with the button "Ask everybody"',
    must: [
      'A request to several people: one sentence, a date and one message to each',
      'Answers by one tap through a link, without an account',
    ],
    later: ['A calendar feed of what is settled'],
    never: ['No chat of its own: messages stay where people already write them'],
    checks: [
      'Somebody who was asked can answer without an account.',
      'Once a request is confirmed, nobody can answer it any more and each person sees the result.',
    ],
    asks: [
      'Who is on the list of people at the start, and who adds them?',
      'Does a settled request need somebody’s approval?',
    ],
    slices: [
      'the link with which people answer, and the list of answers',
      'confirming, changing and cancelling, each told to those concerned',
    ],
  },
  plan: {
    record: ['plan', 'plans'],
    start: 'Begin a plan',
    decides: 'what has to be done, by when, and what can be left out',
    key: 'Turn a few questions into a plan that can be changed and ticked off.',
    done: 'every step has a date and somebody who does it',
    journey: [
      'Answer three short questions about the occasion.',
      'Get a first plan of steps instead of an empty page.',
      'Change, drop and add steps, and give each a date.',
      'Share the plan with those who take part.',
      'Come back to tick off what is done and see what comes next.',
    ],
    screens: [
      [
        'Three questions',
        'one question a page, large choices, a bar that shows the place',
        'nothing yet',
        'choose, go back',
        '"What is it for?", "When is it?", "Who takes part?", "Begin a plan"',
      ],
      [
        'Plan',
        'a list of steps by date, a box and a name on each, one field to add a step',
        'one plan',
        'tick, move, name somebody, add, delete with undo',
        '"Next", "Done", "Who does it?", "Add a step"',
      ],
      [
        'Plans',
        'a list with the next step of each',
        'their own and shared plans',
        'open, copy, delete with undo',
        '"Your plans", "Shared with you", "Use this as a start"',
      ],
    ],
    fields: 'title (text), occasion (date), people who share it, owner, created (date)',
    second: ['step', 'plan, text, due (date), who does it, done (yes or no)'],
    permissions:
      'The owner shares and deletes a plan. People who share it read it and change its steps; nobody else sees it.',
    empty:
      '"Nothing planned yet. Three questions, and there is a plan to change." with the button "Begin a plan"',
    must: [
      'Three questions at the start, one at a time',
      'Steps with a date and a name that can be ticked off',
    ],
    later: ['Copying an old plan as a new start', 'A printed list'],
    never: ['No bookings or purchases inside the product'],
    checks: [
      'After the three questions there is a plan with at least one step for each answer.',
      'A step that two people change at the same time is never lost.',
    ],
    asks: [
      'Which steps belong to nearly every plan of this kind?',
      'Who besides the owner may change a plan?',
    ],
    slices: ['dates, names and ticks on the steps', 'sharing a plan with those who take part'],
  },
  choose: {
    record: ['entry', 'entries'],
    start: 'Show what fits',
    decides: 'which one to take, without opening ten pages',
    key: 'Answer two or three questions and see a short list with a reason beside each entry.',
    done: 'somebody has opened one entry and kept it or gone there',
    journey: [
      'Say what must be so and what would be nice.',
      'See a short list of what fits, the reason beside each.',
      'Open one entry and check the facts and their date.',
      'Keep it, or go to it.',
      'Come back later and say whether it was right.',
    ],
    screens: [
      [
        'Questions',
        'chips for what must be so, chips for what would be nice, one button',
        'the conditions',
        'choose, clear',
        '"What must be so?", "What would be nice?", "Show what fits"',
      ],
      [
        'Short list',
        'cards with name, reason, two facts and their date; a line for what did not fit',
        'entries that fit',
        'open, keep, change the conditions',
        '"Fits because", "Checked on", "Nothing fits all of it. These come closest."',
      ],
      [
        'Entry',
        'the facts, the source of each, a button to keep it, a field for a correction',
        'one entry',
        'keep, go there, report a mistake',
        '"Keep this", "Go there", "Something is wrong here"',
      ],
    ],
    fields:
      'name (text), facts (list of name and value), source (text), checked (date), status (shown, hidden)',
    second: ['kept entry', 'person, entry, was it right (yes, no, not yet), note (text), date'],
    permissions:
      'Everybody reads entries without an account. Only the founder writes and hides them. What somebody keeps is seen by that person alone.',
    empty:
      '"Nothing kept yet. Say what matters to you, and keep what fits." with the button "Show what fits"',
    must: [
      'Conditions that stay in sight above the list and can be changed there',
      'Facts with their source and the date on which somebody checked them',
    ],
    later: ['Corrections from readers, checked before they show', 'A note when a kept entry changes'],
    never: ['No entry is shown higher because somebody paid for it'],
    checks: [
      'Every fact on an entry shows the date on which it was checked.',
      'When nothing fits, the list says so and shows what comes closest.',
    ],
    asks: [
      'Where do the first entries come from, and may they be used?',
      'Which facts decide? Which of them can be checked?',
    ],
    slices: [
      'conditions and the short list with its reasons',
      'keeping an entry and saying later whether it was right',
    ],
  },
  order: {
    record: ['order', 'orders'],
    start: 'See what there is',
    decides: 'what to take, what it comes to, and when it arrives',
    key: 'Choose from what there is now, see the whole price and a date, and order.',
    done: 'an order is placed and both sides see its date',
    journey: [
      'See what there is now and for when.',
      'Choose, and see the whole price before giving any detail.',
      'Say where it goes or when it is fetched.',
      'Order and get a date.',
      'Come back to repeat the order, change it or stop.',
    ],
    screens: [
      [
        'What there is',
        'cards with picture, price and date; nothing that cannot be had',
        'offers of the week',
        'choose, change the number',
        '"What there is", "Ready on", "Add"',
      ],
      [
        'Order',
        'the chosen things, all costs in one sum, place and date, one button',
        'the draft of an order',
        'change, order',
        '"All in all", "Nothing is added later.", "Order"',
      ],
      [
        'Orders',
        'a list with status and date',
        'their own orders',
        'repeat, change until the day before, cancel',
        '"On its way", "Order again", "Pause"',
      ],
    ],
    fields:
      'things and numbers (list), sum (money), place, date, status (placed, ready, handed over, cancelled), owner',
    second: ['offer', 'name, picture, price (money), available from and until (date), number left'],
    permissions:
      'Everybody reads offers. A customer reads and changes only their own orders; the founder reads all orders and changes their status.',
    empty: '"No orders yet. See what there is this week." with the button "See what there is"',
    must: ['Offers that can be had now, with the whole price', 'An order with a date that both sides see'],
    later: ['A standing order that can be paused', 'A note when something is back'],
    never: ['No costs that first show on the last page'],
    checks: ['What is sold out cannot be ordered.', 'The sum on the order is the sum on the first page.'],
    asks: [
      'How is it paid: at hand-over, or before?',
      'What happens when something is not there on the day?',
    ],
    slices: ['the order with place, date and sum', 'changing, repeating and pausing an order'],
  },
  match: {
    record: ['introduction', 'introductions'],
    start: 'Say whom you look for',
    decides: 'whom to approach, and whether to say yes',
    key: 'Say whom you look for, see who fits, and ask for an introduction that the other side may decline.',
    done: 'both sides have said yes and see how to reach each other',
    journey: [
      'Write three lines: who, what for, when.',
      'See a few people who fit, the reason beside each.',
      'Ask for an introduction with one sentence.',
      'The other side says yes or no; a no is polite and final.',
      'Both see how to reach each other, and say later what came of it.',
    ],
    screens: [
      [
        'About you',
        'three fields, a switch that hides the profile',
        'their own profile',
        'write, hide, delete',
        '"Who are you?", "Whom do you look for?", "When do you have time?", "Say whom you look for"',
      ],
      [
        'Who fits',
        'a few cards with first name, three lines and the reason',
        'profiles that fit and are not hidden',
        'ask, pass over, report',
        '"Fits because", "Ask for an introduction", "Not for me"',
      ],
      [
        'Introductions',
        'two lists: asked and received',
        'their own introductions',
        'say yes, say no, withdraw',
        '"Waiting for an answer", "Both said yes", "Say no"',
      ],
    ],
    fields: 'from, to, sentence (text), status (asked, accepted, declined, withdrawn), date',
    second: ['profile', 'person, who (text), looks for (text), times, hidden (yes or no)'],
    permissions:
      'Signed-in people read profiles that are not hidden. Contact details show to the two people of an accepted introduction and to nobody else.',
    empty:
      '"Nobody fits yet. We keep what you look for and tell you when somebody comes." with the button "Change what you look for"',
    must: [
      'A profile of three lines that can be hidden or deleted at once',
      'An introduction that needs a yes from both sides',
    ],
    later: ['Saying what came of an introduction', 'Small groups instead of two people'],
    never: ['No contact details before both said yes', 'No ranking of people'],
    checks: [
      'Nobody sees an address before both sides said yes.',
      'Somebody who was declined cannot ask the same person again.',
    ],
    asks: ['What must be true for two people to fit?', 'Who looks at reports, and how fast?'],
    slices: [
      'asking for an introduction, and saying yes or no',
      'hiding, reporting, and saying what came of it',
    ],
  },
  helper: {
    record: ['request', 'requests'],
    start: 'Ask for help',
    decides: 'whom to choose, when, and what it comes to',
    key: 'Say what is needed and when; see who can do it, with a clear price, and choose one.',
    done: 'one offer is accepted and both sides see the day, the place and the price',
    journey: [
      'Say what is needed, where and when.',
      'See who can do it, each with a price and who knows them.',
      'Choose one, or get told honestly that nobody is free.',
      'Both sides get the day, the place and the price in writing.',
      'Afterwards say whether it was done, and ask the same person again.',
    ],
    screens: [
      [
        'Request',
        'what, where, when, one picture, one button',
        'the draft of a request',
        'write, send',
        '"What do you need?", "When does it have to be?", "Ask for help"',
      ],
      [
        'Offers',
        'cards with first name, price, time and who vouches for them',
        'offers for one request',
        'choose, ask a question, cancel',
        '"Has time on", "All in all", "Choose"',
      ],
      [
        'My requests',
        'a list with status',
        'their own requests, and those that one can take',
        'open, cancel, say that it is done, ask again',
        '"Nobody is free yet. We keep asking.", "Done", "Ask the same person again"',
      ],
    ],
    fields: 'what (text), where, when (date and time), status (open, agreed, done, cancelled), owner',
    second: ['offer', 'request, helper, price (money), time, accepted (yes or no)'],
    permissions:
      'Helpers see what is needed and the area; the address and the name show only after an offer is accepted. Each side reads only its own requests and offers.',
    empty: '"No requests yet. Say what you need, and see who has time." with the button "Ask for help"',
    must: ['A request with what, where and when', 'Offers with a clear price, of which one is chosen'],
    later: ['Asking the same person again with one tap', 'Fixed days for steady work'],
    never: ['No address or telephone number before an offer is accepted'],
    checks: [
      'A request that nobody takes says so and can be cancelled.',
      'When one offer is accepted, the others are told at once.',
    ],
    asks: [
      'How do helpers get in, and who checks them?',
      'Is it paid inside the product or between the two?',
    ],
    slices: ['offers, and choosing one', 'cancelling, saying that it is done, and asking again'],
  },
  learn: {
    record: ['exercise', 'exercises'],
    start: 'Practise now',
    decides: 'what to practise next, and what is still not clear',
    key: 'Do one short exercise, see what was wrong and why, and get the next one that fits.',
    done: 'somebody has finished an exercise and seen what to do next',
    journey: [
      'Do three exercises that find the right start; no account yet.',
      'Get one short exercise for today.',
      'When stuck, ask for a hint, then for the way.',
      'See what was wrong and why, in plain words.',
      'Come back tomorrow to what was not clear the last time.',
    ],
    screens: [
      [
        'Today',
        'one exercise, one button, the place in the course',
        'the next exercise',
        'begin, skip',
        '"Today", "Takes a few minutes", "Practise now"',
      ],
      [
        'Exercise',
        'the task, a field for the answer, hint, check',
        'one exercise',
        'answer, ask for a hint, check',
        '"Show me a hint", "Check", "Not yet. Look at this step again:"',
      ],
      [
        'What I know',
        'a list of topics in three groups',
        'their own results',
        'practise a topic again',
        '"Sure", "Nearly", "Not yet", "Practise this again"',
      ],
    ],
    fields: 'topic, task (text), answer, hint (text), explanation (text), level',
    second: ['attempt', 'person, exercise, answer, right (yes or no), hints used, date'],
    permissions:
      'Learners read exercises and only their own attempts. Whoever answers for a learner sees the topics, not each wrong answer. The founder writes exercises.',
    empty: '"Nothing practised yet. Three exercises show where to begin." with the button "Practise now"',
    must: [
      'One short exercise at a time that fits what was right and wrong before',
      'A hint, and after it an explanation in plain words',
    ],
    later: ['A view for parents or teachers', 'Exercises that teachers write'],
    never: ['No points, streaks or rankings that shame whoever stays away'],
    checks: [
      'Whoever is stuck gets a hint without giving up the exercise.',
      'A topic that was wrong comes back on another day.',
    ],
    asks: [
      'Where do the exercises come from, and who checks them?',
      'Do children use it? Then who agrees to it, and what is kept of them?',
    ],
    slices: ['hints and explanations', 'what is known, and exercises that come back'],
  },
  log: {
    record: ['entry', 'entries'],
    start: 'Write it down',
    decides: 'what to note now, and what to do differently after looking back',
    key: 'Write down one entry within ten seconds, and see after some days what it shows.',
    done: 'an entry is kept and shows in the record',
    journey: [
      'Write the first entry at once; no account yet.',
      'Choose what to note each time: at most three things.',
      'Add an entry with two taps, also later for an earlier day.',
      'Look back over the days and see what repeats.',
      'Come back after a gap without a reproach.',
    ],
    screens: [
      [
        'Now',
        'one large button, up to three fields, the time already filled in',
        'what is noted each time',
        'write, correct the time',
        '"Write it down", "When was it?", "Kept."',
      ],
      [
        'Record',
        'a calendar with marks, a list of the chosen day',
        'their own entries',
        'open, correct, delete with undo',
        '"This day", "Nothing noted. That is fine."',
      ],
      [
        'Looking back',
        'one chart, one sentence below it that says what was counted',
        'their own entries of a span',
        'change the span, print, send',
        '"What repeats", "Counted from your entries", "Print for a talk"',
      ],
    ],
    fields: 'when (date and time), up to three values (number, choice or text), note (text), owner',
    second: ['thing to note', 'name, kind (number, choice, text), choices, owner'],
    permissions:
      'Entries are private. The owner can share a span as a page to read, and end that at any time.',
    empty: '"No entries yet. The first one takes ten seconds." with the button "Write it down"',
    must: ['An entry with two taps, also for an earlier day', 'A view over the days that shows what repeats'],
    later: ['A page to print or send to somebody'],
    never: ['No advice drawn from the entries, only what was counted', 'No reproach for a gap'],
    checks: [
      'An entry can be made in ten seconds without a network.',
      'Every figure in the view can be opened as the entries it was counted from.',
    ],
    asks: ['Which three things are worth noting each time?', 'Who besides the owner would ever see it?'],
    slices: ['the record by day, with corrections', 'looking back, with one chart and its sentence'],
  },
  remind: {
    record: ['reminder', 'reminders'],
    start: 'Add a reminder',
    decides: 'whether it is done, and what to do when it is not',
    key: 'Be reminded at the right moment and say with one tap that it is done.',
    done: 'the reminder is marked as done, or somebody is told that it is not',
    journey: [
      'Say what must not be forgotten, and when.',
      'Choose who is told when it stays undone.',
      'Get the reminder, and answer it with one tap.',
      'When there is no answer, get a second one; after that the chosen person is told.',
      'Look back and see which moments do not work.',
    ],
    screens: [
      [
        'Today',
        'a short list in order of time, one large button on each',
        'today’s reminders',
        'mark as done, put off',
        '"Now", "Done", "In half an hour"',
      ],
      [
        'New reminder',
        'what, when, how often, who is told',
        'the draft',
        'write, test it now',
        '"What must not be forgotten?", "Who is told when it stays undone?", "Add a reminder"',
      ],
      [
        'Looking back',
        'a list of days with done and missed',
        'their own reminders',
        'change the time, pause',
        '"Done already at", "Missed", "Another time suits better?"',
      ],
    ],
    fields: 'what (text), times, repeats, owner, person who is told, active (yes or no)',
    second: ['answer', 'reminder, due (date and time), done (date and time or none), who was told'],
    permissions:
      'Only the owner and the person who looks after them read and change reminders. Whoever is told sees only that something stayed undone.',
    empty: '"Nothing to remember yet. Add what must not be forgotten." with the button "Add a reminder"',
    must: ['A reminder that is answered with one tap', 'A second reminder, and then word to a chosen person'],
    later: ['Times that move when they are missed often'],
    never: ['No medical advice and no judgement'],
    checks: [
      'A reminder comes with the phone locked.',
      'What was marked as done is never asked for again on that day.',
    ],
    asks: ['By what should it come: app, text message, call?', 'What happens at night, and abroad?'],
    slices: ['the reminder itself and its one-tap answer', 'the second reminder and the person who is told'],
  },
  listing: {
    record: ['listing', 'listings'],
    start: 'Offer something',
    decides: 'what to take or give, from whom, and when to hand it over',
    key: 'Put something up within a minute, or ask for something that is there, and agree on the hand-over.',
    done: 'one request is accepted and both sides see when and where it is handed over',
    journey: [
      'Look around without an account.',
      'Put something up: picture, one line, conditions.',
      'Somebody asks for it with one sentence.',
      'Accept one request; the others are told.',
      'Agree on time and place, hand it over, and mark it as gone.',
    ],
    screens: [
      [
        'What there is',
        'cards with picture, line, distance and condition; filters',
        'open listings',
        'look, filter, ask for it',
        '"Near you", "Ask for this", "Offer something"',
      ],
      [
        'Offer',
        'picture, one line, condition, price or exchange, one button',
        'the draft of a listing',
        'write, publish, withdraw',
        '"What is it?", "What is wrong with it?", "Publish"',
      ],
      [
        'Hand-over',
        'both first names, time, place, status',
        'one accepted request',
        'propose a time, agree, mark as gone',
        '"Proposed time", "That suits me", "Handed over"',
      ],
    ],
    fields:
      'title (text), picture, condition, price or exchange, area, status (open, promised, gone, withdrawn), owner',
    second: ['request', 'listing, from, sentence (text), status (asked, accepted, declined), time and place'],
    permissions:
      'Everybody reads open listings with the area, never the address. The two sides of an accepted request read time and place. Owners change their own listings.',
    empty:
      '"Nothing here yet. Somebody has to be first: what do you no longer need?" with the button "Offer something"',
    must: [
      'A listing with picture, condition and price or exchange',
      'A request that is accepted once, with time and place of the hand-over',
    ],
    later: ['Word when something wanted is put up', 'Notes on how a hand-over went'],
    never: ['No address before a request is accepted'],
    checks: [
      'What is promised cannot be asked for by others.',
      'A listing can be put up from a phone within a minute.',
    ],
    asks: ['Is money exchanged, and if so inside the product?', 'How near is near, and who may take part?'],
    slices: ['asking for a listing and accepting one request', 'the hand-over with time and place'],
  },
  draft: {
    record: ['draft', 'drafts'],
    start: 'Begin a draft',
    decides: 'what to keep, what to change, and when it is finished',
    key: 'Turn a few facts into a first draft, change it by hand, and take it along.',
    done: 'a draft was changed by hand and exported',
    journey: [
      'Give the facts: paste them or answer a few questions.',
      'Get a first draft, with gaps marked where a fact is missing.',
      'Change it by hand; nothing is overwritten.',
      'Show it to somebody and collect their notes.',
      'Export it, and begin the next one from this one.',
    ],
    screens: [
      [
        'Facts',
        'a field to paste into, a few questions, one button',
        'the facts',
        'paste, answer, begin',
        '"What must be in it?", "For whom is it?", "Begin a draft"',
      ],
      [
        'Draft',
        'the text, gaps marked, versions on the side',
        'one draft with its versions',
        'write, fill a gap, go back to a version',
        '"A fact is missing here", "Versions", "Kept"',
      ],
      [
        'Drafts',
        'a list with title and date',
        'their own drafts',
        'open, copy, export, delete with undo',
        '"Your drafts", "Begin from this one", "Export"',
      ],
    ],
    fields: 'title (text), facts (text), content (text), status (in work, finished), owner, changed (date)',
    second: ['version', 'draft, content, made by (person or machine), date'],
    permissions:
      'Drafts are private. A link lets somebody read one draft and write notes; the owner can end it.',
    empty: '"No drafts yet. Paste what you have; gaps will be marked." with the button "Begin a draft"',
    must: [
      'A first draft from the facts, with gaps marked instead of filled',
      'Editing by hand with every version kept',
    ],
    later: ['Notes from somebody who was shown the draft', 'Own templates'],
    never: ['Nothing is made up where a fact is missing'],
    checks: [
      'A fact that was not given never appears in a draft.',
      'An older version can be brought back without losing the newer one.',
    ],
    asks: [
      'What does a finished one look like? Please give an example.',
      'In which format is it taken along?',
    ],
    slices: ['editing with versions', 'export, and beginning from an older draft'],
  },
  paper: {
    record: ['case', 'cases'],
    start: 'Begin a case',
    decides: 'what is still missing, what it means, and what to do by when',
    key: 'Bring the papers for one case together, see what is missing, and know the next step and its date.',
    done: 'everything that the case needs is there and the date was met',
    journey: [
      'Say what the case is about, or photograph the letter.',
      'See what it asks for, in plain words, with the date.',
      'Add papers and figures one after another.',
      'Check the summary, with the source of each figure.',
      'Export it, hand it in, and get told when the next date comes.',
    ],
    screens: [
      [
        'Cases',
        'a list by date, what is missing on each',
        'their own cases',
        'open, begin',
        '"Next date", "Still missing", "Begin a case"',
      ],
      [
        'Case',
        'the date on top, a list of what is needed, a place to add papers',
        'one case with its papers',
        'add, photograph, write a figure, mark as not needed',
        '"What it asks for", "Add a paper", "I am not sure"',
      ],
      [
        'Summary',
        'all figures, each with its paper, a list of doubts, one button',
        'one case',
        'correct, export, mark as handed in',
        '"Please check each line", "Comes from", "Handed in on"',
      ],
    ],
    fields: 'title (text), due (date), status (open, ready, handed in), what is needed (list), owner',
    second: ['paper', 'case, file or picture, kind, figures read from it (list), checked (yes or no)'],
    permissions:
      'Cases and papers are private. The owner can let one adviser read a case, and end that at any time. Files are deleted with the case.',
    empty: '"No cases yet. Begin with the next date you have to meet." with the button "Begin a case"',
    must: [
      'A list of what the case needs and what is missing, with its date',
      'A summary in which every figure names the paper it comes from',
    ],
    later: ['Reading access for an adviser', 'Repeating a case the next time with what stays the same'],
    never: ['No legal or tax advice, and nothing handed in without the owner’s check'],
    checks: [
      'No figure reaches the summary without a paper or a hand-written note.',
      'A date that comes near shows before everything else.',
    ],
    asks: [
      'Which rules apply, in which country, and who keeps them up to date?',
      'Which papers may be stored, and for how long?',
    ],
    slices: ['papers and figures, with what is missing', 'the summary and its export'],
  },
  care: {
    record: ['day', 'days'],
    start: 'Note what was done',
    decides: 'what is due now, and who takes over',
    key: 'See what is due today, note what was done, and hand over without a call.',
    done: 'somebody else can take over from the notes alone',
    journey: [
      'Write down what belongs to a usual day.',
      'Invite those who help.',
      'Note what was done, by whom, and what was different.',
      'Hand over: the next person reads three lines.',
      'Look back before an appointment.',
    ],
    screens: [
      [
        'Today',
        'a list of what is due, a name on each, a note field',
        'today',
        'mark as done, note, take over',
        '"Due today", "Done by", "What was different?", "Note what was done"',
      ],
      [
        'Hand-over',
        'three lines: done, not done, watch out for',
        'the last day',
        'write, read, confirm',
        '"What the next person has to know", "I take over"',
      ],
      [
        'Record',
        'days in a list, one question to search by',
        'all days',
        'search, print',
        '"Find a note", "Print for an appointment"',
      ],
    ],
    fields: 'date, what was due, what was done and by whom, note (text), who took over',
    second: ['helper', 'person, role, may write (yes or no), since (date)'],
    permissions:
      'Only invited helpers read the days. The owner says who may write, and can end each invitation at once.',
    empty:
      '"Nothing noted yet. Begin with what belongs to a usual day." with the button "Note what was done"',
    must: ['What is due today, with who does it', 'A hand-over of three lines that somebody confirms'],
    later: ['A page to print before an appointment', 'Fixed days for each helper'],
    never: ['No advice of its own, only what those who answer for it have written down'],
    checks: [
      'Somebody new can take over after reading one page.',
      'Whoever is no longer invited sees nothing from that moment on.',
    ],
    asks: ['Who helps today, and who decides?', 'What is private even among helpers?'],
    slices: ['inviting helpers, and a name on each task', 'the hand-over and the record'],
  },
  ledger: {
    record: ['item', 'items'],
    start: 'Add an item',
    decides: 'who owes what, and how to say so without awkwardness',
    key: 'Write down a sum once, see who owes what, and let the product ask.',
    done: 'a sum is settled and both sides see it',
    journey: [
      'Add a sum: what for, how much, whom it concerns.',
      'Everybody concerned sees it and agrees or objects.',
      'See one balance for each person.',
      'Let a friendly reminder go out, in words that can be changed.',
      'Mark it as settled; both sides keep the record.',
    ],
    screens: [
      [
        'Add',
        'sum, what for, whom, one picture of the bill',
        'the draft of an item',
        'write, divide, add',
        '"What was it for?", "Who shares it?", "Add an item"',
      ],
      [
        'Balance',
        'one line for each person, details below it',
        'open items',
        'remind, settle, object',
        '"Owes you", "You owe", "All settled"',
      ],
      [
        'Reminder',
        'the text as it will be sent, the date, one button',
        'one open sum',
        'change the words, send, put off',
        '"A short reminder", "Send", "Not yet"',
      ],
    ],
    fields:
      'what for (text), sum (money), date, shares (list of person and part), status (open, agreed, settled), owner',
    second: ['reminder', 'item, to, text, sent (date)'],
    permissions:
      'The people of an item read it; only its owner changes it, and every change is shown to the others.',
    empty: '"Nothing is owed. Add the next sum before it is forgotten." with the button "Add an item"',
    must: [
      'A sum with who shares it, seen by everybody concerned',
      'One balance for each person that can be opened down to its items',
    ],
    later: ['Sums that repeat every month', 'Export as a table'],
    never: ['The product holds no money and moves none'],
    checks: [
      'All shares of an item add up to its sum, to the last cent.',
      'A changed item shows what changed and who changed it.',
    ],
    asks: [
      'In which currencies, and how is a rest of one cent divided?',
      'What happens when somebody objects?',
    ],
    slices: ['the balance for each person', 'reminders, and marking as settled'],
  },
  digest: {
    record: ['brief', 'briefs'],
    start: 'Make a brief',
    decides: 'what concerns them, and what they can leave unread',
    key: 'Give the sources once and get a short brief in which every line leads to its source.',
    done: 'a brief was read, and one line of it was opened or used',
    journey: [
      'Name the sources and what matters.',
      'Get the first brief at once from what is there.',
      'Open a line and see where it comes from.',
      'Say what was left out wrongly or need not come again.',
      'Get the next one at the chosen time.',
    ],
    screens: [
      [
        'Sources',
        'a list, one field to add, what matters in own words',
        'their own sources',
        'add, pause, remove',
        '"Where does it come from?", "What matters to you?", "Make a brief"',
      ],
      [
        'Brief',
        'at most seven lines, the source on each, what was left out below',
        'one brief',
        'open the source, more of this, less of this',
        '"Where this comes from", "Left out", "More like this"',
      ],
      [
        'Briefs',
        'a list by date with search',
        'their own briefs',
        'open, search, share one',
        '"Find a line", "Nothing new since the last one."',
      ],
    ],
    fields: 'date, lines (list of text and source), what was left out (list), owner',
    second: ['source', 'name, address or place, last read (date), active (yes or no)'],
    permissions:
      'Sources and briefs are private to their owner or team. A source is read with the owner’s own rights, never more.',
    empty: '"No brief yet. Name one source, and see the first one at once." with the button "Make a brief"',
    must: [
      'A short brief in which every line leads to its source',
      'A list of what was left out, so that nothing is hidden',
    ],
    later: ['A chosen time for the next brief', 'One brief for a whole team'],
    never: ['No line without a source, and nothing made up to fill a quiet day'],
    checks: [
      'Every line opens the place it comes from.',
      'When there is nothing new, the brief says so and stays empty.',
    ],
    asks: ['Which sources, and may they be read by a program?', 'What must never be missed?'],
    slices: ['sources on every line, and what was left out', 'more and less of a kind, and the next brief'],
  },
  run: {
    record: ['run', 'runs'],
    start: 'Try it with one',
    decides: 'whether the result is right, and what to do with the doubtful rest',
    key: 'Give the input, see the result beside it, correct what is doubtful, and take it along.',
    done: 'a result was checked and exported',
    journey: [
      'Give one example and see what happens to it.',
      'Correct it once; the correction counts for the rest.',
      'Give the whole pile.',
      'Look only at what is doubtful.',
      'Export, and use the same steps the next time.',
    ],
    screens: [
      [
        'Input',
        'a place to drop a file or paste, an example, one button',
        'nothing yet',
        'drop, paste, try',
        '"Drop a file or paste", "Try it with one"',
      ],
      [
        'Check',
        'input and result side by side, doubtful ones first',
        'one run',
        'correct, accept, skip',
        '"Please look at these", "Looks right", "Correct"',
      ],
      [
        'Runs',
        'a list with date, number and doubts',
        'their own runs',
        'open, export, repeat, delete',
        '"Use these steps again", "Export"',
      ],
    ],
    fields: 'input, steps (list), result, doubtful (list), status (running, to check, done), owner, date',
    second: ['correction', 'run, place, before, after, by, date'],
    permissions:
      'Input and results are private and are deleted with the run. Nothing is used to train anything.',
    empty: '"No runs yet. Give one example, and see what becomes of it." with the button "Try it with one"',
    must: [
      'One example first, with the result beside the input',
      'Doubtful ones shown first, and corrections that count for the rest',
    ],
    later: ['The same steps at a fixed time', 'Taking input straight from another program'],
    never: ['Nothing is changed in the original files'],
    checks: [
      'Every result can be traced to its input.',
      'A run that fails in the middle keeps what it has done.',
    ],
    asks: [
      'What does the input look like? Please give three real examples.',
      'Which mistake would be the worst?',
    ],
    slices: ['the whole pile, doubtful ones first', 'export, and using the steps again'],
  },
  watch: {
    record: ['warning', 'warnings'],
    start: 'Watch this',
    decides: 'whether to act now, and how',
    key: 'Say what to watch, get told in time, and act with one tap.',
    done: 'somebody acted on a warning and noted what came of it',
    journey: [
      'Say what must not happen and how one would notice.',
      'Enter or connect the first signs.',
      'Get a warning while there is still time, with its reason.',
      'Act: one of two or three prepared steps.',
      'Note what came of it, so that the next warning is better.',
    ],
    screens: [
      [
        'Now',
        'what needs action on top, the rest in one quiet line',
        'open warnings',
        'act, put off, dismiss with a reason',
        '"Act now", "All quiet", "Not this time"',
      ],
      [
        'Warning',
        'what was seen, since when, what can be done',
        'one warning',
        'choose a step, tell somebody, note the outcome',
        '"Why we think so", "What you can do", "What came of it?"',
      ],
      [
        'What is watched',
        'a list of signs with their limits',
        'their own signs',
        'add, change a limit, pause',
        '"Watch this", "Tell me when"',
      ],
    ],
    fields:
      'what was seen (text), since (date and time), reason (text), status (open, acted on, dismissed), outcome (text), owner',
    second: ['sign', 'name, how it is measured or entered, limit, active (yes or no)'],
    permissions:
      'The owner and invited colleagues read warnings and act on them. Only the owner changes what is watched.',
    empty:
      '"All quiet. Say what to watch, and you are told while there is time." with the button "Watch this"',
    must: ['A warning in time, with its reason', 'Two or three prepared steps to act at once'],
    later: ['A record of warnings and what came of them', 'Word to a second person when nobody acts'],
    never: ['No warning without a reason that can be checked'],
    checks: [
      'Every warning names what was seen and when.',
      'A dismissed warning does not come back for the same reason on the same day.',
    ],
    asks: ['By which sign would a person notice it today?', 'How early is early enough?'],
    slices: ['the warning with its reason and its steps', 'outcomes, limits, and telling a second person'],
  },
  feel: {
    record: ['moment', 'moments'],
    start: 'How is it now?',
    decides: 'what would help for the next ten minutes',
    key: 'Say with one tap how it is, and get one small thing to do now.',
    done: 'somebody did the small thing and said whether it helped',
    journey: [
      'Answer one question with one tap; no account yet.',
      'Get one small thing to do, and do it.',
      'Say whether it helped.',
      'Find what has helped before on top the next time.',
      'See after some weeks which days are hard.',
    ],
    screens: [
      [
        'Now',
        'one question, five choices, nothing else',
        'nothing',
        'choose',
        '"How is it now?", "Hard", "So-so", "Good"',
      ],
      [
        'One small thing',
        'one suggestion, a timer, two buttons',
        'a suggestion, those that helped before first',
        'begin, another one, did it help',
        '"Takes a few minutes", "Another one", "Did it help?"',
      ],
      [
        'What helps me',
        'a list of what helped, a calendar of days',
        'their own moments',
        'add something of one’s own, delete',
        '"Helped before", "Add something of your own"',
      ],
    ],
    fields:
      'when (date and time), how it was (one of five), what was done, helped (yes, no, a little), owner',
    second: ['small thing', 'text, minutes, written by (founder or owner)'],
    permissions:
      'Moments are private, kept on the device where that is possible, and deleted on request at once.',
    empty: '"Nothing here yet. One tap is enough to begin." with the button "How is it now?"',
    must: [
      'One question and one small thing to do, without an account',
      'Whether it helped is asked afterwards, with one tap',
    ],
    later: ['A quiet view of the weeks', 'Suggestions of one’s own'],
    never: ['No diagnosis, no therapy, no advice in a crisis beyond naming real help', 'No streaks'],
    checks: [
      'From opening to the small thing it takes two taps.',
      'A page with real help lines for the user’s country is one tap away.',
    ],
    asks: [
      'Who wrote the small things, and who has checked them?',
      'Which help lines are named, and in which countries?',
    ],
    slices: ['the question whether it helped, and what helped before', 'the view of the weeks'],
  },
  quote: {
    record: ['quote', 'quotes'],
    start: 'Work out a price',
    decides: 'what to ask, and whether the work is worth it at that price',
    key: 'Enter hours and material, see the price that covers them, and send it as a quote.',
    done: 'a quote is sent whose price covers what was entered',
    journey: [
      'Enter once what an hour has to bring.',
      'Enter material and hours for one job.',
      'See the price, and what is left at a lower one.',
      'Send it as a quote in plain words.',
      'After the job enter the real hours and learn from it.',
    ],
    screens: [
      [
        'Job',
        'material lines, hours, one sum that moves along',
        'one quote',
        'add a line, change hours',
        '"Material", "Hours", "Work out a price"',
      ],
      [
        'Price',
        'the price, a slider, what is left below it',
        'one quote',
        'change, see what is left',
        '"Covers everything", "Left for an hour of work", "Below cost"',
      ],
      [
        'Quotes',
        'a list with status',
        'their own quotes',
        'send, copy, mark as accepted, enter real hours',
        '"Sent", "Accepted", "How long did it take?"',
      ],
    ],
    fields:
      'customer, lines (list of name and cost), hours, price (money), status (draft, sent, accepted, declined), owner',
    second: ['own rate', 'what an hour has to bring (money), since (date)'],
    permissions:
      'Quotes and rates are private. A customer reads one quote by its link, without the calculation.',
    empty:
      '"No quotes yet. Enter the next job, and see what it has to cost." with the button "Work out a price"',
    must: [
      'A price from hours and material that shows what is left',
      'A quote to send, without the calculation',
    ],
    later: ['Templates of common jobs', 'Real hours beside the planned ones'],
    never: ['No suggestion of what others charge unless its source is named'],
    checks: [
      'The price is the sum of its lines, hours and rate, to the last cent.',
      'A customer never sees the calculation.',
    ],
    asks: ['With or without tax, and in which country?', 'Which costs beside hours and material count?'],
    slices: ['the price with what is left', 'sending a quote, and real hours afterwards'],
  },
  board: {
    record: ['card', 'cards'],
    start: 'Add a card',
    decides: 'what comes next for each of them, and what has been left lying',
    key: 'Keep one card for each, with its state and the next step, and see at once what waits.',
    done: 'a card has moved on, and its next step has a date',
    journey: [
      'Add the first card by hand, or paste a list.',
      'Give it a state and a next step with a date.',
      'See every morning what is due and what has not moved.',
      'Note what happened in one line; the card keeps its history.',
      'Find a card again by any word on it.',
    ],
    screens: [
      [
        'Due',
        'a list by date, the next step on each, one button to say that it is done',
        'cards whose next step is due',
        'mark as done, put off, open',
        '"Due today", "Has not moved for a while", "Done, and next?"',
      ],
      [
        'Card',
        'name, state, next step with date, history, files',
        'one card',
        'change the state, note, attach, close',
        '"What happened?", "Next step", "Add a card"',
      ],
      [
        'All',
        'a table by state, one field to search by',
        'all cards',
        'search, filter, export',
        '"Find by any word", "Open", "Closed"',
      ],
    ],
    fields: 'name, state (one of a short list), next step (text), due (date), who is responsible, owner',
    second: ['note', 'card, text, by, date'],
    permissions:
      'The owner and invited colleagues read and change cards. Only the owner invites people and deletes cards; each change shows who made it.',
    empty: '"No cards yet. Add the one you are thinking of now." with the button "Add a card"',
    isWhole: true,
    must: [
      'A card for each, with its state and its next step',
      'What is due today, and what has been left lying',
      'A history of notes on every card',
      'Search by any word on a card',
    ],
    later: [
      'Pasting a list or importing a table',
      'Several people with a name on each card',
      'Notes by voice or photograph',
    ],
    never: ['No more states than fit on one screen, and no reports that nobody reads'],
    checks: ['A new card takes less than a minute on a phone.', 'Every change shows who made it and when.'],
    asks: [
      'Which states does one go through, from first to last? Please give a real example.',
      'Where does this stand today, and can it be taken over?',
    ],
    slices: ['history and search', 'colleagues, with a name on each card'],
  },
  guard: {
    record: ['session', 'sessions'],
    start: 'Begin now',
    decides: 'how long to stay with it, and what to keep out',
    key: 'Say what you want to do and for how long, and have everything else kept out of the way until then.',
    done: 'a session has ended at its time, and somebody noted how it went',
    journey: [
      'Say what the time is for, and how long.',
      'Choose what is kept out: the list from last time is already there.',
      'Begin; one calm screen shows what it is for and what is left.',
      'Whoever wants to break off is asked to wait a moment, and may then do so.',
      'Note with one tap how it went, and see later what helps.',
    ],
    screens: [
      [
        'Begin',
        'one field, a few lengths of time, the list of what is kept out',
        'the last session',
        'write, choose, begin',
        '"What is this time for?", "Keep out", "Begin now"',
      ],
      [
        'Session',
        'what it is for, the time left, one quiet link to break off',
        'the running session',
        'break off after a short wait',
        '"Still with it", "Break off", "Wait a moment, then decide"',
      ],
      [
        'Looking back',
        'a list of sessions, one sentence that says what was counted',
        'their own sessions',
        'note, delete with undo',
        '"How did it go?", "Broken off is noted, not judged."',
      ],
    ],
    fields:
      'what it is for (text), length, kept out (list), began and ended (date and time), how it went (one of three), owner',
    second: ['kept-out thing', 'name or address, owner, active (yes or no)'],
    permissions: 'Sessions and lists are private and stay on the device where that is possible.',
    empty: '"No sessions yet. Choose one thing and a short time." with the button "Begin now"',
    isWhole: true,
    must: [
      'A session with a purpose and a length',
      'A list of what is kept out, the same as last time unless it is changed',
      'A short wait before breaking off',
    ],
    later: [
      'Fixed times that begin by themselves',
      'Sessions together with somebody else',
      'A view of what was broken off and when',
    ],
    never: ['No shaming and no streaks', 'No reading of what people do elsewhere'],
    checks: [
      'What is kept out stays out until the time is over, also after a restart.',
      'Breaking off is always possible.',
    ],
    asks: [
      'On which devices and in which programs does it have to work?',
      'What must never be kept out, such as emergency calls?',
    ],
    slices: ['the list of what is kept out, and the wait before breaking off', 'looking back at sessions'],
  },
  dues: {
    record: ['sum due', 'sums due'],
    start: 'Add a sum due',
    decides: 'whom to remind today, and in which words',
    key: 'Write down what is due and when, and let a reminder go out in words that were approved beforehand.',
    done: 'a sum is marked as paid, or its next reminder has a date',
    journey: [
      'Add what is due: who, how much, by when.',
      'Approve the words of the first, second and last reminder once.',
      'See what is late, and let the reminder go out with one tap.',
      'Note an answer: paid, promised for a date, or disputed.',
      'See at the end of the month what came in and what is open.',
    ],
    screens: [
      [
        'Due',
        'a list by date, late ones on top, one button on each',
        'open sums',
        'remind, note an answer, mark as paid',
        '"Late", "Due soon", "Send the reminder"',
      ],
      [
        'Sum',
        'who, how much, date, what was sent and answered',
        'one sum',
        'change, put off, close',
        '"Promised for", "Disputed", "Paid"',
      ],
      [
        'Words',
        'three short texts with gaps for name, sum and date, and how each will look',
        'reminder texts',
        'change, try out on oneself',
        '"First reminder", "Last reminder", "Add a sum due"',
      ],
    ],
    fields:
      'who owes it, sum (money), for what (text), due (date), status (open, promised, disputed, paid), owner',
    second: ['reminder', 'sum, text as sent, sent (date), answer (text)'],
    permissions:
      'Only the owner reads sums and reminders. Whoever owes reads their own sum by its link, and can answer there.',
    empty: '"Nothing is due. Add the next one while you think of it." with the button "Add a sum due"',
    must: ['What is due and what is late, in one list', 'Reminders in words that the owner has approved'],
    later: ['Sums that come back every month', 'Export for the bookkeeping'],
    never: ['No reminder goes out that the owner has not approved', 'The product holds no money'],
    checks: [
      'A sum that is marked as paid gets no further reminder.',
      'Every text that was sent can be read again as it was sent.',
    ],
    asks: [
      'By what do reminders go out: e-mail, text message, letter?',
      'Which rules hold for reminders in the country of those who owe?',
    ],
    slices: ['reminders in approved words', 'answers, promises, and the month at a glance'],
  },
  plain: {
    record: ['case', 'cases'],
    start: 'Begin here',
    decides: 'what the next step is',
    key: 'Describe one case in a sentence, get the next step, and mark it as done.',
    done: 'one case is finished and shows what was done',
    journey: [
      'Describe the case in one sentence; no account yet.',
      'Get the next step, and only that one.',
      'Do it, note what happened, and mark it as done.',
      'See all steps of the case in one place.',
      'Come back with the next case, and begin from the last one.',
    ],
    screens: [
      [
        'Begin',
        'one field, one example, one button',
        'nothing yet',
        'write, begin',
        '"What is it about this time?", "Begin here"',
      ],
      [
        'Case',
        'the sentence on top, the next step, the steps so far',
        'one case',
        'mark as done, note, skip',
        '"Next step", "Done", "What happened?"',
      ],
      [
        'Cases',
        'a list in two groups',
        'their own cases',
        'open, copy, delete with undo',
        '"Open", "Finished", "Begin from this one"',
      ],
    ],
    fields: 'sentence (text), status (open, finished), owner, created (date)',
    second: ['step', 'case, text, note (text), done (date or none)'],
    permissions:
      'Cases are private to their owner. One case can be shared by a link to read; the owner can end it.',
    empty: '"Nothing here yet. One sentence is enough to begin." with the button "Begin here"',
    must: ['One sentence in, the next step out', 'All steps of a case in one place'],
    later: ['Sharing one case to read', 'Beginning from an older case'],
    never: ['No second kind of user in the first version'],
    checks: [
      'Somebody who has never seen it reaches the first step without help.',
      'A finished case shows every step and its note.',
    ],
    asks: [
      'What happens today, step by step, when somebody has this problem?',
      'By what would somebody notice that it is solved?',
    ],
    slices: ['notes, and the steps so far', 'the list of cases, and beginning from an older one'],
  },
} satisfies Record<string, Blueprint>;

export type BlueprintId = keyof typeof blueprints;
