import type { KindId } from '#server/integrations/ai/composer/kinds.data.ts';
import type { RivalId } from './rivals.data.ts';

/** What the coach says about a kind of problem, beside what `kinds` says. */
export type CoachKind = {
  /** What people with this kind of problem are likely to do today. */
  rivals: [RivalId, RivalId];
  /** "Short name: what it does", one for each difficulty in the kind's `hardest.options`, in the same order. */
  features: [string, string, string, string];
  /** Completes "it has been of use once …": the moment in which somebody has had what they came for. */
  moment: string;
  /** How the founder does it by hand for the first few, as an order. */
  byHand: string;
};

export const coachKinds: Record<KindId, CoachKind> = {
  coordinating: {
    rivals: ['chat', 'sheet'],
    features: [
      'One question, one tap: everybody concerned gets one message and can answer it without an account',
      'A proposal instead of a debate: the answers become one proposal that suits most, and somebody confirms it',
      'Late changes: whoever has to drop out says so in one place, and only those concerned are asked again',
      'A name beside everything: it shows who has agreed to what, and what nobody has taken yet',
    ],
    moment: 'everybody concerned has agreed to an arrangement without a message anywhere else',
    byHand:
      'collect everybody’s answers by message, send one proposal, and note each change in a shared sheet',
  },
  planning: {
    rivals: ['sheet', 'habit'],
    features: [
      'A first draft: a few questions, and there is a plan to change instead of an empty page',
      'Shared with those concerned: everybody sees the same plan and marks what does not suit them',
      'Changes carried through: when one thing moves, whatever hangs on it is shown',
      'One open decision at a time: asked at a moment that the person has chosen',
    ],
    moment: 'a plan was finished and was really used on the day',
    byHand:
      'ask each person the questions on the phone, write the plan in a shared document, and keep it up to date',
  },
  getting: {
    rivals: ['shop', 'asking'],
    features: [
      'One place to ask: a person says what they want and sees where it can be had',
      'Enough to judge by: photographs, origin and honest notes on each offer before anybody pays',
      'The whole price first: everything that will be charged is shown before the order',
      'A date that holds: it is named with the order, and a change is told at once',
    ],
    moment: 'a first order has been fulfilled and the customer was content with it',
    byHand: 'take orders by message, see to each of them in person, and ask on the spot what was missing',
  },
  choosing: {
    rivals: ['assistant', 'asking'],
    features: [
      'A short list: a few questions, and only what fits is left, with the reason beside each',
      'Where it comes from: each opinion shows who says it and when, and none of them is bought',
      'Their own conditions: what must be so and what would be nice are asked apart',
      'Checked facts: what people decide by, with the date on which somebody checked it',
    ],
    moment: 'somebody has chosen from the list and gone through with it',
    byHand: 'ask each person what they need, search for them, and send a short list with reasons by message',
  },
  meeting: {
    rivals: ['asking', 'forum'],
    features: [
      'A reason to meet: each person says in a few lines what they look for and what they offer',
      'Introductions one at a time: both sides are asked first, so that nobody writes in vain',
      'Something to go by: who somebody is and who vouches for them, before they are introduced',
      'A time and a place: each introduction comes with a proposal for when and where',
    ],
    moment: 'an introduction has led to a conversation that both sides call useful',
    byHand: 'ask people what they look for, choose the pairs with care, and introduce them by e-mail',
  },
  learning: {
    rivals: ['course', 'asking'],
    features: [
      'Somebody to ask: a question can be put where one is stuck, and is answered while it still matters',
      'Small pieces: each fits into a gap in the day and ends with something that works',
      'The right level: a first task shows where to begin, and the next follows from what was hard',
      'A reason to come back: progress that can be seen, and a next step that is already prepared',
    ],
    moment: 'a learner has finished a first piece and can show it',
    byHand: 'teach the first few learners by call or in person, with material that exists already',
  },
  tracking: {
    rivals: ['sheet', 'habit'],
    features: [
      'At the right moment: it asks when and where the thing happens',
      'One tap: the usual entry needs no typing',
      'What the record shows: it is read back as something to act on, before it is too late',
      'Gaps are no failure: a missed day is skipped, and the record goes on',
    ],
    moment: 'somebody has looked at their own record and done something differently because of it',
    byHand:
      'ask people by message at the agreed moment, write their answers down, and send back what you see in them',
  },
  remembering: {
    rivals: ['habit', 'asking'],
    features: [
      'Tied to the day as it is: the reminder follows what somebody does, not only the clock',
      'The right moment: a reminder can be moved to a time that suits, and stays there',
      'Done or not: one look shows whether it has been done already',
      'Somebody who knows: if it stays undone, a person whom they have chosen hears of it',
    ],
    moment: 'something was done in time that would have been forgotten, as the person says themselves',
    byHand: 'send the reminders yourself by message or call, and write down what came back',
  },
  selling: {
    rivals: ['marketplace', 'chat'],
    features: [
      'A page to be found by: what is offered, where, and how to order, made in one sitting',
      'The price with its parts: it shows what is left after costs before an offer goes out',
      'Straight from the buyer: order and payment go to the seller, and any fee is shown',
      'Less work beside the work: orders, messages and dates in one list',
    ],
    moment: 'a buyer whom the seller did not know before has paid',
    byHand: 'take on a few sellers, write their offers for them, and bring them to buyers one by one',
  },
  creating: {
    rivals: ['habit', 'professional'],
    features: [
      'A start: a few questions, and there is a first version to change',
      'Details in order: it shows what is still rough, one thing at a time',
      'A finished thing: it comes out in the form in which it is needed',
      'Approval in one place: others comment on the piece itself, and what is agreed can be seen',
    ],
    moment: 'a piece was finished and has been handed over or published',
    byHand:
      'make the first versions with tools that exist, send them by e-mail, and note what people change in them',
  },
  paperwork: {
    rivals: ['professional', 'sheet'],
    features: [
      'Collected as it comes: a list of what is needed, and one place where papers and figures land',
      'The rule in plain words: each step says what is meant, with a link to the official text',
      'Typed once: what is known already is filled in, and shown before it goes out',
      'Where it stands: what was sent, who has it now, and when to ask',
    ],
    moment: 'a piece of paperwork was dealt with and nothing came back to be put right',
    byHand:
      'sit beside the first few people while they do it, take over what repeats, and let a professional check anything about law or taxes',
  },
  caring: {
    rivals: ['asking', 'professional'],
    features: [
      'What to do now: the agreed way of doing things in plain words, approved by those who answer for it',
      'Who can take over: a small circle of people, and who of them is free when',
      'Time off duty: it says who can be reached now, so that the others need not be',
      'Notes for the next one: what happened, what was done, and what to watch for',
    ],
    moment: 'help came when it was needed, and whoever gave it knew what they had to know',
    byHand:
      'keep the notes and the list of who can help for the first few people, and arrange everything by phone',
  },
  money: {
    rivals: ['sheet', 'chat'],
    features: [
      'Asking without awkwardness: the request goes out in words that the sender has approved',
      'Who owes what: one list that both sides see and can correct',
      'What is due: it shows what is open, what is late, and what was agreed about it',
      'Sums that can be checked: each amount shows how it came about, fees included',
    ],
    moment: 'a sum was settled without anybody having to ask in person',
    byHand:
      'keep the list in a spreadsheet, write each request for the sender to approve, and note what is paid',
  },
  moving: {
    rivals: ['professional', 'alone'],
    features: [
      'A time that fits: it shows who comes past anyway, and when there is room',
      'One price: named before anything is loaded, with what it includes',
      'News on the way: whoever waits knows where it is and when it comes',
      'Measured first: size and condition are noted, with a photograph before and after',
    ],
    moment: 'something has been taken where it belongs, at the time and for the price that was named',
    byHand: 'borrow or rent a vehicle for a day, take the first orders by phone, and drive them yourself',
  },
  sharing: {
    rivals: ['marketplace', 'asking'],
    features: [
      'Who is near: what is offered and wanted close by, and nothing else',
      'Handing over: a few times and one place to choose from, settled in one message',
      'Trust: who the other person is, who knows them, and what happens if something breaks',
      'State and size: a photograph and the few facts that decide, asked before anything is listed',
    ],
    moment: 'something has changed hands and both sides were content',
    byHand:
      'run it in a group chat with a shared sheet for a single street, building or club, and bring the two sides together yourself',
  },
  following: {
    rivals: ['reading', 'assistant'],
    features: [
      'Short: only what is new since last time, each point with its source',
      'What concerns this person: they say what matters to them, and the rest stays out',
      'How old, how sure: the date of each statement, and where two of them disagree',
      'One place: it gathers the places that people look at today, and says which they are',
    ],
    moment: 'somebody learnt something in time to act on it',
    byHand:
      'read everything for the first few people, and send each of them a short message with what concerns them',
  },
  repeating: {
    rivals: ['sheet', 'alone'],
    features: [
      'Shown once, done again: the steps are set up a single time and repeated from then on',
      'Mistakes first: whatever looks odd is put before a person before it goes on',
      'From one place to the other: it is taken from where it is and put where it belongs',
      'Stop and go on: an interruption loses nothing, and what is done can be seen',
    ],
    moment: 'the whole thing was done once from start to finish without anything to put right by hand',
    byHand:
      'do the steps for the first few people with what they have already, and write down each exception',
  },
  hiring: {
    rivals: ['asking', 'professional'],
    features: [
      'Who is free: it shows only offers that have been confirmed for that time',
      'Whom others went back to: and why, in their own words',
      'A clear price: named beforehand, with what it includes',
      'A promise and a stand-in: both sides confirm, and if one drops out the next is asked',
    ],
    moment: 'a booking was kept, and the same customer has booked again',
    byHand:
      'find a handful of reliable offers yourself, take requests by message, and arrange each booking by hand',
  },
  losing: {
    rivals: ['sheet', 'habit'],
    features: [
      'An early sign: it tells the person responsible while something can still be done',
      'The next step prepared: so that one person can take it in between',
      'Whom to tell: it knows who has to hear of it, and tells them in turn',
      'The figures: what was lost, when and why, counted in the same way each time',
    ],
    moment: 'a loss was prevented that would have happened in the usual way',
    byHand:
      'look at the situation every day for the first few, ring them when something shows, and write down what was saved',
  },
  feeling: {
    rivals: ['asking', 'reading'],
    features: [
      'A short check: one question at a moment that the person has chosen',
      'Very small steps: something that can be done without energy or preparation',
      'A person: it leads to somebody to talk to, and says plainly when professional help is the right step',
      'What helped before: kept in the person’s own words, for the next time',
    ],
    moment: 'somebody did something that helped, as they say themselves, and came back unasked',
    byHand:
      'be in touch with a few volunteers every day, write down what helped, and agree beforehand where to send somebody who is unwell',
  },
  charging: {
    rivals: ['sheet', 'asking'],
    features: [
      'Hours counted: a note for each order, so that no work is left out',
      'Material: the prices of what is used are kept and added up',
      'Words for the offer: a short text that explains the price to the customer',
      'What others ask: noted with date and place, to compare with',
    ],
    moment: 'an offer has gone out at a price that covers material and hours',
    byHand: 'work out the price of one real order together with each person, in a spreadsheet',
  },
  dealing: {
    rivals: ['alone', 'asking'],
    features: [
      'A first step: it says what to do first in the case at hand',
      'Less time: it leaves out the steps that people call a waste',
      'Others involved: whoever has to do a part is asked in one place, and it shows who has done it',
      'The next time: what worked is kept, so that it need not be worked out again',
    ],
    moment: 'somebody got through a real case with it from start to finish',
    byHand: 'do it together with the first few people, by hand, from start to finish',
  },
};
