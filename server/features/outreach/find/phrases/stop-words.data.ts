/** Words that say nothing about a subject, in lower case: English function words, forum talk and what any product is called. */
export const stopWords = new Set(
  `
a able about above across actually after again against ago ah all almost along already also alright although always am
among an and another any anybody anymore anyone anything anyway anyways anywhere apparently are aren't around as ask asked
asking at away back be became because become been before behind being believe below best better between beyond big bit
both bring but by bye call called came can can't cannot cant care case cause certain certainly clear come comes coming
completely could couldn't cool day days deal did didn't different do does doesn't doing don't done down due during each
either else end enough especially etc even ever every everybody everyone everything everywhere exactly except
extremely fact far feel feels felt few find finding fine first five for found four from front full fully fun gave
general generally get gets getting give given gives giving go goes going gone gonna good gosh got gotta gotten great had
hadn't half happen happened happening happens hard has hasn't have haven't having he he'd he'll he's hello help helped
helpful helping helps her here here's hers herself hey hi him himself his hold honestly hope how how's however i i'd i'll
i'm i've idea ideas if important in including inside instead into is isn't it it'd it'll it's its itself just keep keeps
kept kind kinda knew know knowing known knows large last lately later least left less let let's letting like liked likely
likes little live long longer look looked looking looks lot lots love loved low made main mainly make makes making man
many matter may maybe me mean means meant met might mind mine more most mostly much must my myself name near nearly
necessary need needed needing needs neither never new next nice no nobody non none nope nor normal not nothing now nowhere
obviously of off often oh ok okay old on once one ones only onto open or other others ought our ours ourselves out
outside over own part particular particularly past people per perhaps person place please plenty point possible post
posted posting posts pretty probably problem problems put puts quick quickly quite question questions rather read real
really reason reasons recent recently reddit right said same saw say saying says second see seem seemed seems seen self
sent several shall she she'd she'll she's should shouldn't show side simply since single small so some somebody somehow
someone something sometimes somewhat somewhere soon sorry sort start started starting still stop stuff such suggest
suggestion suggestions super supposed sure take taken takes taking talk talking tell ten than thank thanks that that'd
that's thats the their theirs them themselves then there there's these they they'd they'll they're they've thing things
think thinking third this those though thought thoughts thread three through throughout thru thus till time times tip
tips to today together told tomorrow tonight too took totally toward towards tried tries true truly try trying turn
turned turns two type under understand unless until up update upon upvote us use used useful uses using usual usually
various very via view wait want wanted wanting wants was wasn't watch way ways we we'd we'll we're we've week weeks
welcome well went were weren't what what'd what'll what's whatever when when's whenever where where's wherever whether
which while who who'd who'll who's whoever whole whom whose why why's will wish with within without won't wonder
wondering word words work worked working works world worse worst worth would wouldn't wow wrong yeah year years yep yes
yesterday yet you you'd you'll you're you've your yours yourself yourselves
dont doesnt didnt isnt arent wasnt werent havent hasnt hadnt wouldnt couldnt shouldnt wont im ive id ill youre youve
theyre theyve whats lol edit tldr tl dr imo imho btw
app apps application applications tool tools user users product products service services software platform platforms
website websites web site sites online page pages solution solutions system systems
feature features company companies business businesses team teams beginner beginners
expert experts professional professionals companion assistant simple simplest easy easier easily fast faster smart free
powerful modern beautiful affordable instant instantly automatic automatically ai powered built
build builds building create creates creating track tracks manage manages managing organise organize
improve improves save saves saving support supports provide provides offer offers enable enables allow allows let lets
connect connects connecting discover share shares sharing recommend recommends recommendation recommendations discuss
step steps list lists level detail details result results option options amount number numbers set sets change changes
link links image images video videos picture pictures photo photos comment comments
`
    .trim()
    .split(/\s+/),
);

/** Numbers, stretches of time and measures, in lower case: any two texts may share them, whatever they are about. */
export const measureWords = new Set(
  `
zero eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty
ninety hundred hundreds thousand thousands million millions billion dozen dozens couple pair pairs double triple half third
thirds quarter quarters percent percentage percentages average total count counts point points score scores rate rates rating
ratings interest interests minute minutes hour hours hourly daily week weeks weekly weekend weekends weekday weekdays month months
monthly year years yearly annual annually morning mornings afternoon afternoons evening evenings night nights midnight noon
monday tuesday wednesday thursday friday saturday sunday january february april june july august september october november
december season seasons dollar dollars euro euros pound pounds cent cents mile miles kilometre kilometres metre metres inch inches
foot feet gram grams kilo kilos litre litres size sizes length width height
`
    .trim()
    .split(/\s+/),
);
