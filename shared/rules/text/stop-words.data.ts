/** English words too common to tell a subject, in lower case, three letters and longer. */
export const englishStopWords = new Set(
  `
about above actually after again all almost also always and another any anything are aren't around ask asked back because
been before being below between both but can can't cannot could couldn't day days did didn't different does doesn't doing
don don't done down during each either else enough even ever every everything few for found from further get gets getting
give given goes going gone good got had hadn't has hasn't have haven't having her here hers him his how i'd i'll i'm i've
into isn't it's its itself just kind know last less let like little long lot lots made make makes making many maybe might
month months more most mostly much must myself need needed never new next nobody none nor not nothing now off often okay
once one ones only other others our ours out over own part people per perhaps probably put quite really said same say see
she should shouldn't since some someone something sometimes somewhat soon still stuff such sure take taken than that
that's the their theirs them then there there's these they they're thing things think this those though thought three
through thus time times today together told too took tried tries try trying twice two under until upon use used uses using
usually very via want wanted wants was wasn't way ways week weeks well went were weren't what what's when where whether
which while who whom whose why will with within without won't would wouldn't year years yes yet you you're your yours
`
    .trim()
    .split(/\s+/),
);

/** The same of German, French, Spanish, Portuguese, Italian and Dutch, with their two-letter words: English means other things by some. */
export const otherStopWords = new Set(
  `
ab af ai al am an ao as au ce da de di do du ed el em en er es et eu fa ge ha há hé il im in io is ja je já la le lo
ma me mi na ne no nu ob of om on op os ou où sa se si so su te ti tu um un we wo ya yo ze zo zu
aber alle alles als also auch auf aus bei bin bis bist dann das dass dem den denn der des die dies diese dieser doch dort
durch ein eine einem einen einer eines für habe haben hat hatte hier ich ihm ihn ihr ihre immer ins ist jede jeder jetzt
kann kein keine mal man mehr mein meine mich mir mit nach nicht nichts noch nur oder ohne schon sehr sein seine sich sie
sind über und uns unser vom von vor war waren was weil wenn werden wie wieder wir wird wurde zum zur
ainsi alors après aucun avant avec avoir car ce ces cet cette chez comme dans depuis des donc elle elles encore entre est
était être été fait faire ils jamais leur leurs lui mais même mes moi mon notre nous où par parce pas peu plus pour
pourquoi quand que quel quelle qui quoi rien sans ses son sont sur tout tous toute toutes très une vos votre vous
ahora algo alguien antes aquí así aunque bien cada como cómo con contra cual cuando desde donde dos ella ellas ellos
entonces entre era eran esa ese eso esta estaba este esto estos fue había hace hacer hasta hay las les los más mejor mi
mis mucho muy nada nos nosotros nuestro otra otro para pero poco por porque pues qué quien sea ser siempre sin sobre son
sus también tan tanto tengo tiene todo todos una uno unos usted vez
agora ainda até com das dela dele depois dos elas eles em essa esse está estou foi isso isto mais mas meu minha muito não
nas nem nos nossa nosso num numa pela pelo porque quando que quem sem seu sua também tem tenho toda todo uma você
alla anche ancora avere che chi come così con cosa cui dagli dal dalla degli del della delle dello dopo due era erano
essere fare fino gli hanno loro mai mia mio molto negli nel nella nelle noi non nostro ogni ora per perché però più poi
prima quando quello questa questo qui sempre senza sono sua suo sul sulla tra tutti tutto una voi
aan alleen alles als altijd ben bij dan dat deze die dit door een elke geen gewoon haar heb hebben heeft het hij hoe hun
iets ik kan maar meer met mij mijn naar niet niets nog omdat ons ook over toch toen tot uit van veel voor waar want was
wat wel werd wie wij worden zei zich zijn zonder
`
    .trim()
    .split(/\s+/),
);
