import { isObject } from './json.ts';
import { plainName } from './ladder.ts';

type Fields = Record<string, unknown>;

/** Names of fields as `plainName` writes them: the field's own first, then what models also call it, the likeliest first. */
type FieldNames = Record<string, readonly string[]>;

const words = (text: string) => text.split(' ');

/** The plan's fields and its reading's, also in German, French and Spanish: models translate the names with the texts. */
export const planNames = {
  appName: words(
    'appname name productname applicationname startupname projectname workingname app product title nom nomdelapp nomdelapplication nomdelappli nombre nombredelaapp nombredelaaplicacion nomapplication nomapp nomappli nomproduit nomduproduit nombreapp nombreaplicacion nombreproducto nombredelproducto anwendungsname produktname titel titre titulo',
  ),
  oneSentencePitch: words(
    'onesentencepitch pitch onelinepitch oneliner elevatorpitch sentencepitch shortpitch onesentence onesentencesummary onesentencedescription einsatzpitch kurzpitch pitchineinemsatz pitchenunephrase phrasedepitch pitchunephrase presentation presentationenunephrase presentationunephrase phrasedepresentation pitchenunafrase pitchunafrase propuesta propuestaenunafrase propuestadevalor presentacion presentacionenunafrase vorstellung vorstellungineinemsatz tagline slogan accroche eslogan frase kurzbeschreibung summary resume resumen zusammenfassung description beschreibung descripcion',
  ),
  problemParagraph: words(
    'problemparagraph problem problemstatement problemdescription problemhypothesis theproblem hypothesis problembeschreibung problemabsatz problemstellung probleme descriptionduprobleme paragrapheduprobleme problema descripciondelproblema parrafodelproblema',
  ),
  targetAudience: words(
    'targetaudience audience targetusers targetgroup targetmarket targetcustomers users customers zielgruppe publikum publiccible cible audiencecible public publicoobjetivo audienciaobjetivo publico audiencia',
  ),
  socialGroups: words(
    'socialgroups communities onlinecommunities community groups socialcommunities socialchannels channels forums gemeinschaften onlinegemeinschaften gruppen foren communautes communautesenligne groupes groupessociaux comunidades comunidadesenlinea grupos grupossociales foros',
  ),
  surveyQuestions: words(
    'surveyquestions questions survey questionnaire validationquestions interviewquestions surveyitems fragen umfragefragen umfrage fragebogen questionsdusondage questionsdenquete sondage enquete questionssondage questionsenquete questionsduquestionnaire fragenderumfrage fragenfurdieumfrage preguntas preguntasdelaencuesta preguntasdeencuesta encuesta preguntasencuesta preguntasdelcuestionario cuestionario',
  ),
  who: words('who whohastheproblem wer qui quien'),
  trouble: words('trouble whatgoeswrong painpoint pain'),
  solution: words('solution youridea'),
  question: words('question firstquestion'),
  post: words('post summarypost socialpost beitrag publication publicacion'),
  language: words('language lang languagecode idealanguage sprache langue idioma'),
} satisfies FieldNames;

export const groupNames = {
  type: words('type kind category platform typ art plattform plateforme tipo plataforma'),
  name: words('name title community group subreddit forum nom nombre titel titre titulo'),
  url: words('url link href address website uri lien adresse enlace direccion'),
} satisfies FieldNames;

export const questionNames = {
  question: words('question text title questiontext prompt q frage fragetext pregunta titel titre titulo'),
  type: words('type questiontype kind format typ art fragetyp tipo'),
  options: words(
    'options choices answers answeroptions answerchoices responses responseoptions optionen antworten antwortoptionen antwortmoglichkeiten antwortmoeglichkeiten auswahl auswahlmoglichkeiten auswahlmoeglichkeiten reponses reponsespossibles optionsdereponse choix choixdereponse choixdereponses opciones opcionesderespuesta respuestas respuestasposibles',
  ),
  multiSelect: words(
    'multiselect multiple multi allowmultiple allowsmultiple selectmultiple mehrfachauswahl choixmultiple seleccionmultiple',
  ),
  marks: words('marks mark optionmarks markierungen markierung marques marcas'),
  label: words('label figurelabel figurename'),
  endsWith: words('endswith endingoption endoption endson endsat'),
} satisfies FieldNames;

export const optionNames = {
  option: words('option label text value name title answer choice'),
  mark: words('mark marks markierung marque marca'),
} satisfies FieldNames;

/**
 * The fields that go by these names, whatever their case, signs and accents, also where they stand in another object, as
 * in {"plan": {…}}. A field's own name counts before its other names, what says something before what is blank.
 */
export function fieldsNamed<Names extends FieldNames>(
  object: Fields,
  names: Names,
): { [Name in keyof Names]?: unknown } {
  return fieldsOf(fieldsIn(object, placesOf(names), 0));
}

/** The same of the object alone, without what stands in other objects inside it. */
export function ownFieldsNamed<Names extends FieldNames>(
  object: Fields,
  names: Names,
): { [Name in keyof Names]?: unknown } {
  return fieldsOf(fieldsIn(object, placesOf(names), deepest));
}

type Place = { field: string; rank: number };
type Found = Place & { value: unknown };

function fieldsOf<Names extends FieldNames>(places: Found[]): { [Name in keyof Names]?: unknown } {
  const found = places.sort((one, other) => one.rank - other.rank);
  const fields: Fields = {};
  for (const { field, value } of found) if (isBlank(fields[field])) fields[field] = value;
  // Every field found is one of the names.
  return fields as { [Name in keyof Names]?: unknown };
}

const otherName = 100;
const deeper = 1000;
const deepest = 2;

function placesOf(names: FieldNames): Map<string, Place> {
  const places = new Map<string, Place>();
  const own = Object.entries(names).map(([field, [name = '']]) => [name, { field, rank: 0 }] as const);
  for (const [field, [, ...others]] of Object.entries(names)) {
    for (const [index, name] of others.entries()) places.set(name, { field, rank: otherName + index });
  }
  return new Map([...places, ...own]);
}

function fieldsIn(object: Fields, places: Map<string, Place>, depth: number): Found[] {
  return Object.entries(object).flatMap(([written, value]) => {
    const place = places.get(plainName(written));
    // An app that is an object is a wrapper of the plan's first fields.
    if (place && !(place.field === 'appName' && isObject(value))) return [{ ...place, value }];
    const inside: unknown = Array.isArray(value) ? value.find(isObject) : value;
    if (!isObject(inside) || depth === deepest) return [];
    const found = fieldsIn(inside, places, depth + 1);
    // One other name alone is a field of something else, such as a community's name.
    const isWrapper =
      place !== undefined ||
      found.some(({ rank }) => rank < otherName) ||
      new Set(found.map(({ field }) => field)).size > 1;
    return isWrapper
      ? found.map((one) => {
          const isItsName = place !== undefined && one.field === place.field;
          const further = one.rank < otherName ? 1 : deeper;
          return { ...one, rank: isItsName ? place.rank : one.rank + further };
        })
      : [];
  });
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
