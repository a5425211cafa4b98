/** Replies in the shapes that models really send, each with what reading it must give. */
const question = {
  question: 'How often did it happen last month?',
  type: 'multiple-choice',
  options: ['Not once', 'Weekly'],
};
const fields = {
  appName: 'Shift Loop',
  oneSentencePitch: 'Shift Loop helps nurses swap shifts.',
  surveyQuestions: [question],
};
const good = JSON.stringify(fields);
const pretty = JSON.stringify(fields, null, 2);

/** Description of the reply, and the reply; each holds the plan above. */
export const readable: [string, string][] = [
  ['bare JSON', good],
  ['pretty JSON', pretty],
  ['space and a byte order mark around it', `\uFEFF  \n${good}\n\n`],
  ['a json fence', `\`\`\`json\n${pretty}\n\`\`\``],
  ['an unnamed fence', `\`\`\`\n${pretty}\n\`\`\``],
  ['a fence on one line', `\`\`\`json ${good} \`\`\``],
  ['a fence that never ends', `\`\`\`json\n${pretty}`],
  ['prose before', `Here is your validation plan:\n\n${pretty}`],
  ['prose after', `${pretty}\n\nLet me know if you want changes!`],
  ['prose on both sides and a fence', `Sure!\n\`\`\`json\n${pretty}\n\`\`\`\nHope this helps {smile}.`],
  ['prose with braces before', `I filled in {the template}:\n${good}`],
  ['prose with a brace that never closes', `Set notation { as promised:\n${good}`],
  ['an apology before', `I'm sorry for the delay. As an AI I can't check links, but:\n${good}`],
  ['a comma after the last field', `${good.slice(0, -1)},}`],
  ['commas after everything', good.replaceAll(']', ',]').replaceAll('}', ',}')],
  ['a comma, newline and space before the brace', `${good.slice(0, -1)} ,\n  }`],
  ['control characters between fields', good.replaceAll(',"', ',\u0001\u0007"')],
  ['control characters inside strings', good.replace('Shift', 'Sh\u0000if\u001ft')],
  ['two objects', `${good}\n{"appName":"Another"}`],
  ['two objects on one line', `${good} ${good}`],
  ['a list around it', `[${good}]`],
  ['a JSON string that holds JSON', JSON.stringify(good)],
  ['a wrapper object', `{"validationPlan":${good}}`],
  ['thinking aloud first', `<think>Perhaps {"appName":"Draft"}? No.</think>\n${good}`],
  ['HTML around it', `<pre><code class="json">${good}</code></pre>`],
  ['Windows line ends', pretty.replaceAll('\n', '\r\n')],
  ['fields that nobody asked for', `${good.slice(0, -1)},"confidence":0.9,"notes":["a"]}`],
  ['a field called __proto__', `${good.slice(0, -1)},"__proto__":{"appName":"x"}}`],
  ['a heading in markdown', `## Validation plan\n\n${good}\n\n---\n*Generated*`],
];

/** Description of the reply, the reply, and the failure that it is read as. */
export const unreadable: [string, string, string][] = [
  ['nothing', '', 'ai_reply_empty'],
  ['only space', ' \n\t ', 'ai_reply_empty'],
  ['only a byte order mark', '\uFEFF', 'ai_reply_empty'],
  ['a refusal', "I'm sorry, but I can't help with that.", 'ai_reply_no_object'],
  ['a refusal in another language', 'Lo siento, no puedo ayudarte con eso.', 'ai_reply_no_object'],
  ['an HTML error page', '<html><body><h1>502 Bad Gateway</h1></body></html>', 'ai_reply_no_object'],
  ['a list of texts', '["appName","pitch"]', 'ai_reply_no_object'],
  ['a number', '42', 'ai_reply_no_object'],
  ['null', 'null', 'ai_reply_no_object'],
  ['a JSON string of prose', '"no plan today"', 'ai_reply_no_object'],
  ['an empty fence', '```json\n```', 'ai_reply_no_object'],
  ['half a reply', good.slice(0, 40), 'ai_reply_no_object'],
  ['only an opening brace', '{', 'ai_reply_no_object'],
  ['unquoted names', '{appName: "x", oneSentencePitch: "y"}', 'ai_reply_syntax'],
  ['Python', "{'appName': 'x', 'surveyQuestions': None}", 'ai_reply_syntax'],
  [
    'quotes inside a string',
    '{"appName":"The "best" app","oneSentencePitch":"y","surveyQuestions":[]}',
    'ai_reply_syntax',
  ],
  ['one quote too many', '{"appName":"x"","oneSentencePitch":"y","surveyQuestions":[]}', 'ai_reply_syntax'],
  ['a reply cut after its first question', `${good.slice(0, -2)},{"question":"And wh`, 'ai_reply_syntax'],
  ['a comma too few', good.replace(',"oneSentencePitch"', '"oneSentencePitch"'), 'ai_reply_syntax'],
  ['an empty object', '{}', 'ai_reply_incomplete'],
  ['an error object', '{"error":{"message":"overloaded"}}', 'ai_reply_incomplete'],
  ['no appName', JSON.stringify({ ...fields, appName: undefined }), 'ai_reply_incomplete'],
  ['a blank appName', JSON.stringify({ ...fields, appName: '  ' }), 'ai_reply_incomplete'],
  ['an appName that is a number', JSON.stringify({ ...fields, appName: 7 }), 'ai_reply_incomplete'],
  ['an appName that is a list', JSON.stringify({ ...fields, appName: ['a'] }), 'ai_reply_incomplete'],
  ['no pitch', JSON.stringify({ ...fields, oneSentencePitch: null }), 'ai_reply_incomplete'],
  ['no questions', JSON.stringify({ ...fields, surveyQuestions: undefined }), 'ai_reply_incomplete'],
  ['questions as text', JSON.stringify({ ...fields, surveyQuestions: '1. Why?' }), 'ai_reply_incomplete'],
  [
    'questions as an object',
    JSON.stringify({ ...fields, surveyQuestions: { q1: 'Why?' } }),
    'ai_reply_incomplete',
  ],
  [
    'names in another style',
    '{"app_name":"x","one_sentence_pitch":"y","survey_questions":[]}',
    'ai_reply_incomplete',
  ],
];
