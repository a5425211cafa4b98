/** Communities and hashtags of people in a crisis, by a part of the name in plain letters. */
export const places = listed(`
  suicid, selfharm, selfinjur, depress, anxiet, panicattack, mentalhealth, mentalillness, bipolar, schizo, ptsd, trauma,
  borderlineperson, eatingdisorder, edrecovery, edanonymous, anorex, bulimi, bingeeating, thinspo, alcohol,
  stopdrinking, sober, sobriety, gamblingaddict, pornaddict, opiate, opioid, redditorsinrecovery, overdose, grief,
  griev, bereave, babyloss, pregnancyloss, petloss, miscarr, stillb, hospice, cancer, dementia, alzheimer, caregiv,
  abuse, raisedby, domesticviolence, sexualassault, crisis, homeless, needafriend, loneli, teenage
`);

/** The same by the whole name. */
export const placeNames = new Set(
  listed(`
    aa, addiction, addicts, adultchildren, alanon, arfid, askteens, bpd, breakups, bullying, drugs, lonely, mourning,
    naranon, ocd, proana, promia, rape, rapecounseling, recovering, survivors, teenlife, teens, widow, widowers, widows
  `),
);

/** "<kin>" is anybody of this list. */
export const kin = new Set(
  listed(`
  mom, mum, mother, mama, dad, father, parents, stepdad, stepmom, stepfather, stepmother, brother, sister, twin, son,
  daughter, child, kid, baby, wife, husband, spouse, girlfriend, boyfriend, gf, bf, partner, fiance, fiancee, ex, friend,
  grandma, grandpa, grandmother, grandfather, granddad, nan, gran, uncle, aunt, cousin, nephew, niece, roommate, dog, cat,
  puppy, kitten
`),
);

/** "<age>" is any age of a minor. */
export const ages = new Set(
  listed(`
  8, 9, 10, 11, 12, 13, 14, 15, 16, 17, eight, nine, ten, eleven, twelve, thirteen, fourteen, fifteen, sixteen, seventeen
`),
);

/** Contractions and spellings, as they are levelled. */
export const spellings: Record<string, string> = Object.fromEntries(
  listed(`
    im=i am, ive=i have, hes=he is, shes=she is, theyre=they are, youre=you are, weve=we have, theyve=they have,
    thats=that is, theres=there is, whats=what is, dont=do not, doesnt=does not, didnt=did not, cant=can not,
    cannot=can not, couldnt=could not, wont=will not, wouldnt=would not, isnt=is not, arent=are not, aint=is not,
    wasnt=was not, werent=were not, havent=have not, hasnt=has not, hadnt=had not, shouldnt=should not,
    wanna=want to, gonna=going to, gotta=have to, gunna=going to, noone=no one, anymore=any more, kms=kill myself,
    nobody=no one, k1ll=kill, d1e=die, su1cide=suicide, su1cidal=suicidal, unalive=kill, unaliving=killing, s3lf=self,
    depresed=depressed, mum=mom, mums=moms, tumour=tumor, leukaemia=leukemia, alot=a lot, u=you, ur=your, rly=really
  `).map((entry) => entry.split('=') as [string, string]),
);

/** Words that change nothing about a phrase. */
export const fillers = new Set(
  listed(`
  really, just, even, so, very, honestly, literally, actually, still, always, ever, totally, completely, truly, simply,
  fucking, freaking, damn, kinda, also, now, only, already, almost, finally, little, older, younger, big, dear,
  best, good, closest, own, poor, beautiful, sweet, elderly
`),
);

/** Whole phrases of a crisis: most in the first person, or about somebody close. */
export const phrases = listed(`
  i want to die, want to kill myself, wants to die, want to be dead, wish i was dead, wish i were dead,
  wish i could die, wish i was never born, wish i had never been born, wish i did not exist, wish i was not here,
  kill myself, killing myself, killed himself, killed herself, killed themselves, kill himself, kill herself,
  hang myself, hanged himself, hanged herself, shoot myself, shot himself, shot herself, end my life, ending my life,
  ended his life, ended her life, take my life, taking my life, took his life, took her life, take his life,
  take her life, end it all, ending it all, committed suicide, commit suicide, suicide attempt*, attempted suicide,
  tried to kill, attempt* to kill, my suicid*, i am suicidal, feel* suicidal, been suicidal, suicidal thoughts,
  sui thoughts, suicid* ideation, to suicide, su cide, s icide, thoughts of suicide, contemplat* suicide,
  consider* suicide, think* about suicide, suicide hotline, suicide note, do not want to live, do not want to be alive,
  do not want to be here, do not want to exist, do not want to wake up, not want to live, no longer want to live,
  never wake up, not wake up tomorrow, stop existing, tired of living, tired of life, tired of being alive,
  done with life, no reason to live, reason to keep going, can not see the point any more,
  do not see the point of going, if i was not around, if i was not here, wish i had not woken up,
  do not deserve to live, going to end it, thought about ending it, nothing to live for, no point in living,
  no will to live, give up on life, giving up on life, life is not worth, life worth living, worth living any,
  point of living, better off without me, better off dead, if i was gone, if i were gone, notice i am gone,
  would miss me, rather be dead, planned to die, plan to die, ready to die, see myself alive, survived an attempt,
  since my attempt, after my attempt, jump off a bridge, handful of pills, bottle of pills, took a bunch of pills,
  written the note, no way out for me, want to disappear, cut myself, cutting myself, cuts herself, cuts himself,
  cutting herself, cutting himself, hurting herself, hurting himself, hurt* myself, harm* myself, burn* myself,
  hit* myself, cuts on my arms, self harm*, selfharm*, self injur*, punish myself, ritzt sich, razor blades,
  urge to cut, urges to cut, i can not go on, can not keep going, can not do this any more, can not take it any more,
  can not take this any more, can not live like this, i can not cope, can not cope, not coping, at rock bottom,
  hit rock bottom, i hate myself, hate my life, i ruined my life, life is over, life is ruined, is falling apart,
  i feel worthless, i am worthless, i feel hopeless, i am hopeless, feel* like a burden, i am a burden, burden to,
  i feel empty, i feel numb, i feel dead, lost all hope, no hope left, given up hope, do not care if i die,
  cry* myself to sleep, broke down crying, crying every, cry every, stop crying, sobbing, crying my eyes,
  cried my eyes, i have no one to talk, have no one left, no one to talk, i am so alone, i am alone, am all alone,
  i am lonely, no one cares about me, no one loves me, please someone talk, please somebody talk, need someone to talk,
  need somebody to talk, mental breakdown, nervous breakdown, panic attack*, had a breakdown, i am depressed,
  been depressed, i have depression, my depression, depressed for, severe depression, clinical* depress*,
  chronic depression, major depress*, my anxiety is, haunts me, flashbacks, nightmares about, ptsd, psych ward,
  inpatient, i am not ok, i am not okay, am spiralling, am spiraling, can not get out of bed, not left my room,
  feeling low, feeling so low, feel like giving up, makes me want to give up, heart has been torn, can not breathe,
  i am desperate, i am broken, no one believes in me, i was abused, abused me, abuses me, abusing me,
  abusive relationship, abusive <kin>, anniversary of his, anniversary of her, i am so lonely, emotionally abusive,
  physically abusive, verbally abusive, sexually abus*, from an abuser, my abuser, child abuse, domestic violence,
  domestic abuse, womens shelter, violence shelter, restraining order, protective order, raped, tried to rape,
  a rapist, molest*, sexually assaulted, sexual assault, sexually harass*, was assaulted, was attacked, was groomed,
  groomed me, groomed online, stalking me, stalks me, stalker, he hits me, she hits me, beats me, hit me when,
  beats my <kin>, beats his, he beat me, she beat me, beat me up, beats her, chok* me, strangled, hands around my neck,
  hands around my throat, punched me, slapped me, slaps me, threatens me, threatened me, threaten* to kill,
  afraid of him, scared of him, afraid to go home, scared to go home, afraid for my life, fear for my life,
  scared for my life, escape my abus*, hiding from my, on eggshells, forced himself, forced me to have, touched me,
  hand up my, my nudes, blackmail*, sextort*, screams at me, locked me in, broke my phone so, against my will,
  kicked me out, throw me out, threw me out, disowned me, raised by a narciss*, narcissistic mother,
  narcissistic father, is it abuse, beaten up, incest*, pregnant by my, foster child, foster care, i am an alcoholic,
  my alcoholism, i am alcoholic, was an alcoholic, is an alcoholic, alcoholic <kin>, i am an addict,
  addicted to heroin, addicted to pills, addicted to painkillers, addicted to alcohol, addicted to gambling,
  addicted to porn, my addiction, can not stop drinking, stop drinking, quit drinking, drinking problem,
  problem with alcohol, my drinking is, drink every night, drink alone, drinks every day, got drunk again,
  blacked out again, need a drink, without alcohol, without any alcohol, my last drink, aa meeting*, went to aa,
  days sober, months sober, weeks sober, hours sober, years sober, sober for, stay sober, been sober, getting sober,
  day sober, i relapsed, fell off the wagon, shooting up, relapsed on, relapsed at, relapsed last, relapsed into,
  relapse on, withdrawal symptom*, of withdrawal, in withdrawal, delirium tremens, overdosed, overdose on, od on,
  went to rehab, to rehab, years clean, months clean, days clean, get clean, clean from, heroin, fentanyl, on meth,
  on crack, on oxy, from opioids, to painkillers, xanax to, porn addiction, gambled away, gambling addiction,
  stop gambling, betting sites, is using again, husband is using, booze free, i can not quit, anorexia, anorexic,
  bulimia, bulimic, eating disorder*, pro ana, thinspo*, arfid, my ed, binge and purge, i binged, i binge,
  starv* myself, make myself sick, making myself sick, making myself throw, threw up after, made myself throw,
  not eaten since, not eaten in, am underweight, officially underweight, hate my body, feel so fat, i feel fat,
  see my bones, calories a day, 400 calories, 600 calories, chew and spit, skipping meals, stopped eating lunch,
  lowest weight ever, lose your period, will not eat anything, restricting food, my <kin> died, mom died, dad died,
  mom passed, dad passed, our <kin> died, my <kin> has died, my <kin> had died, my <kin> is dying, our <kin> is dying,
  my <kin> passed, our <kin> passed, my <kin> has passed, my <kin> is dead, my <kin> was killed, my <kin> were killed,
  my <kin> got killed, my <kin> overdosed, my <kin> is suicidal, my <kin> committed, my <kin> was murdered,
  my <kin> drowned, my <kin> has cancer, my <kin> had cancer, my <kin> is in the hospital, my <kin> is in hospital,
  my <kin> is in a coma, my <kin> is in the icu, my <kin> is in intensive, my <kin> had a stroke, my <kin> had a heart,
  my <kin> is missing, my <kin> was shot, my <kin> was hit by, my <kin> was hit from, my <kin> got hit by,
  my <kin> relapsed, my <kin> drinks, my <kin> is an addict, my <kin> is on meth, my <kin> hit me, my <kin> hits,
  my <kin> raped, my <kin> molested, my <kin> abuse*, my <kin> beat*, my <kin> threat*, my <kin> has dementia,
  my <kin> was diagnosed with cancer, lost my <kin>, lost our <kin>, losing my <kin>, death of my <kin>, miss my <kin>,
  my <kin>s death, my <kin>s funeral, my <kin>s ashes, my <kin>s suicide, grieving my <kin>, put my <kin> to sleep,
  put our <kin> to sleep, put my <kin> down, my deceased, my dying, buried my, we buried, her <kin> died,
  his <kin> died, <kin> has passed away, <kin> who passed away, passed away, he died, she died, they died, has died,
  is dying, died suddenly, died in a, died of cancer, died yesterday, was killed in, was killed by, deathbed,
  on life support, his life support, her life support, on a ventilator, in a coma, her death, his death, rest in peace,
  obituary, funeral, in hospice, the hospice, mourning, grieving, widow*, orphaned, i am a widower, lost the baby,
  lost a baby, lost our baby, miscarriage*, miscarried, stillborn, stillbirth, born sleeping, no heartbeat,
  find a heartbeat, find the heartbeat, did not make it through, until she was gone, until he was gone, scattered my,
  christmas without, an accident last, there had been an accident, i miss him, i miss her, had to let her go,
  had to let him go, ivf round failed, nicu, i have cancer, breast cancer, stage 3, stage 4, stage four,
  terminal cancer, terminal illness, its terminal, it is terminal, is terminal, terminally ill, months to live,
  days to live, brain tumor, found a tumor, chemo, chemotherapy, biopsy, leukemia, lymphoma, dialysis, found a lump,
  intensive care, in the icu, heart attack at, chest pain, called 911, coughing up blood, been coughing up,
  unconscious, chest tube, collapsed lung, kidneys are failing, nothing more they can do, nothing they can do,
  scan results, hiv positive, hiv+, am hiv, diagnosed with ms, have parkinsons, hearing voices, bipolar disorder,
  schizophrenia, psychotic break, psychosis, seizures are, epilepsy came, cystic fibrosis, had a stroke, stroke last,
  amputate my, found out that i am, my test came back, please pray for, prayers for, pray for the, pray for her,
  pray for his, pray for him, lift her up in your prayers, need your prayers, shooting victims, the hotline,
  i am homeless, being homeless, are homeless, homeless with, became homeless, homeless shelter, i am being evicted,
  we are being evicted, were evicted, was evicted, eviction is, got evicted, sleeping in my car, sleep in my car,
  sleep in a car, living in my car, lost everything, can not afford to eat, can not afford food, no money for food,
  feed my kids, fled the war, fled my, deportation letter, deported, husband left me, wife left me,
  asked for a divorce, cheated on me, lost custody, custody of my, keeping my son, keeping my daughter, took my kids,
  bully me, bullied me, humiliates me, being bullied, humiliated me, call me names, because i am trans,
  because i am gay, i am a <age> year, <age> years old and i, <age> yo, i am a minor, i am <age> and,
  my parents will kill me, she is <age> and, ich will nicht mehr leben, will nicht mehr leben, nicht mehr leben,
  will sterben, mich umbringen, suizid*, selbstmord*, selbstverletz*, ritze mich, magersüchtig, magersucht,
  ist gestern gestorben, ist gestorben, vergewaltigt, häusliche gewalt, fehlgeburt, depressionen, quiero morir,
  ganas de morirme, no quiero vivir, quitarme la vida, suicidarme, me maltrata, tiene cáncer, murió mi, falleció mi,
  violencia doméstica, envie de mourir, veux mourir, me suicider, en finir avec, est mort hier, une dépression,
  violence conjugale, me frappe, quero morrer, quero me matar, com depressão, meu pai faleceu, não aguento mais,
  voglio morire, uccidermi, suicidarmi, zelfmoord, wil niet meer leven, självmord, selvmord, samobójstw*,
  самоубийств*, intihar, my late <kin>, i am <age> years old, grief, i am drinking again, i am a widow
`);

/** Scripts without spaces between words. */
export const inside = listed('自殺, 自杀, 死にたい, 自傷, 自残, 抑郁症, 鬱病, うつ病, 자살, 자해, 우울증');

function listed(text: string): string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);
}
