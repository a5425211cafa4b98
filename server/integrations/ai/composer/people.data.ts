/** Words for people and groups that no ending gives away, in the singular and the plural. */
export const peopleWords = new Set(
  `people person persons someone somebody anyone anybody everyone everybody users user customers consumers folks folk men
  women man woman guys girls boys children child kids kid toddlers babies teens teenagers teenager adults adult parents
  parent mothers mums moms fathers dads couples couple families family households household friends friend neighbours
  neighbors neighbour neighbor roommates roommate housemates flatmates classmates colleagues coworkers students student
  pupils freshmen graduates nurses nurse doctors doctor patients patient vets dentists seniors senior elderly grandparents
  caregivers carers staff crew team teams employees volunteers volunteer trainees attendees refugees mentees interviewees charities nonprofits ngos schools school
  universities colleges clinics clinic practices hospitals hospital restaurants restaurant cafes cafés hotels bakeries
  breweries shops shop stores salons gyms studios agencies agency companies company businesses business startups startup
  smes firms firm brands landlords tenants expats immigrants refugees migrants tourists pros professionals athletes
  musicians physicians technicians electricians librarians beauticians civilians vegetarians vegans hobbyists founders
  co-founders cofounders creatives introverts extroverts singles dads-to-be moms-to-be newcomers beginners novices experts
  pensioners retirees commuters farmers farms offices hosts guests chefs cooks guides coaches judges nannies au-pairs locals communities
  community clubs club churches church councils municipalities cities towns enterprises organisations organizations
  homeowners owners owner members fans lovers enthusiasts geeks nerds veterans soldiers cyclists diabetics insomniacs
  developers devs engineers designers coders architects accountants lawyers solicitors bookkeepers plumbers solopreneurs
  mechanics pilots sailors climbers campers backpackers hikers gamers witches priests monks sceptics youth workforce
  bands choirs orchestras ensembles leagues congregations landscapers crews squads duos hosts wives husbands
  artists agents realtors cooperatives banks libraries museums galleries theatres theaters labs laboratories warehouses factories pharmacies
  nurseries daycares kindergartens preschools productions departments committees associations societies festivals fishermen
  retailers wholesalers distributors dealerships suppliers influencers breeders stepfamilies co-parents coparents exes undergraduates
  groups troupes lifeguards vendors residents apprentices interns grandma grandmother grandpa grandfather granny inhabitants dwellers survivors
  neighborhoods neighbourhoods villages buildings dorms campuses
  me us them you`.split(/\s+/),
);

/** Words that look like people by their ending and are things. */
export const thingsLikePeople = new Set(
  `computers papers numbers letters flowers trailers containers chargers newsletters dinners orders offers stickers routers
  printers servers layers monitors colors doors scooters calculators errors factors vectors sensors mirrors posters folders
  trackers planners showers sweaters burgers filters timers corners powers others wonders centers fevers matters towers
  disorders suppers bumpers dryers washers loudspeakers headers footers covers drawers boilers radiators motors tumors
  meters parameters diapers feathers leathers waters rivers tigers spiders lobsters oysters peppers lists costs tests
  quests interests forests leftovers blisters tractors elevators generators dollars sellers-list stars years cars
  bars jars calendars seminars webinars guitars gas coffee-makers`.split(/\s+/),
);

export const children =
  /\b(child|children|kids?|toddlers?|bab(y|ies)|teens?|teenagers?|pupils?|boys|girls)\b/i;

/** People who are often helped by somebody who answers for them. */
export const lookedAfter =
  /\b(elderly|seniors?|older (people|adults)|grandparents?|dementia|alzheimer\S*|disabled people)\b/i;

export const organisations =
  /\b(compan(y|ies)|business(es)?|firms?|clinics?|practices|hospitals?|restaurants?|caf[eé]s?|hotels?|baker(y|ies)|brewer(y|ies)|shops?|stores?|salons?|gyms?|studios?|agenc(y|ies)|startups?|smes|brands?|teams?|schools?|universities|charities|nonprofits?|ngos?|councils?|municipalities|churches|enterprises|organi[sz]ations?|offices|farms|retailers|manufacturers|merchants)\b/i;

/** People who are paid for what the idea touches, though they are not a firm. */
export const professionals =
  /\b(nurses?|doctors?|teachers?|developers?|designers?|engineers?|scientists?|freelancers?|consultants?|accountants?|lawyers?|plumbers?|electricians?|farmers?|drivers?|sellers?|photographers?|writers?|coaches|trainers?|recruiters?|managers?|researchers?|dentists?|vets|chefs?|builders?|contractors?|creators?|therapists?|agents?|tutors?|beekeepers?|musicians?|landlords?|nannies|walkers?|sitters?|cleaners?|hairdressers?|barbers?)\b/i;

/** Places that stand for the people in them. */
export const placesOfPeople = /\b(villages|buildings|dorms|campuses)$/i;
