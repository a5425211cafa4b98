/** Ends of names, without case and separators, whose value is secret whatever it looks like. */
export const secretNames = [
  'password',
  'passwd',
  'passwort',
  'kennwort',
  'contrasena',
  'senha',
  'contraseña',
  'wachtwoord',
  'pwd',
  'pw',
  'passphrase',
  'passcode',
  'secret',
  'secretkey',
  'secretkeybase',
  'secretaccesskey',
  'apikey',
  'apisecret',
  'clientsecret',
  'privatekey',
  'privatekeyid',
  'signingkey',
  'encryptionkey',
  'masterkey',
  'accountkey',
  'sharedaccesskey',
  'servicerolekey',
  'accesskey',
  'authkey',
  'authtoken',
  'accesstoken',
  'refreshtoken',
  'idtoken',
  'apitoken',
  'bottoken',
  'bearertoken',
  'sessiontoken',
  'mnemonic',
  'seedphrase',
  'connectsid',
  'phpsessid',
  'jsessionid',
] as const;

/** Last words of names that also stand before what is no secret: the value has to look random. */
export const doubtfulNames: readonly string[] = [
  'token',
  'jwt',
  'key',
  'auth',
  'credential',
  'credentials',
  'salt',
  'session',
  'sessionid',
];

/** Ends of names that hold none, although they end like one that does. */
export const openNames = [
  'publickey',
  'publishablekey',
  'primarykey',
  'foreignkey',
  'cachekey',
  'querykey',
  'storagekey',
  'sortkey',
  'partitionkey',
  'translationkey',
  'idempotencykey',
  'objectkey',
  'rowkey',
  'hotkey',
  'sitekey',
  'datakey',
  'reactkey',
  'maskedkey',
  'mutationkey',
  'forgotpassword',
  'showpassword',
  'resetpassword',
  'nextpagetoken',
  'pagetoken',
  'wrongpassword',
  'weakpassword',
  'invalidpassword',
  'missingpassword',
  'orpassword',
  'unexpectedtoken',
  'invalidtoken',
] as const;

/** Words that stand where a value could, in code, in settings and in sentences. */
export const plainWords = new Set(
  (
    'string str text varchar char bool boolean number int integer null undefined true false none nil void any unknown ' +
    'never object array required optional empty missing invalid incorrect wrong correct right valid weak strong short long ' +
    'reset set unset known unknown visible hidden safe secure insecure ok okay fine mandatory plaintext plain public ' +
    'private secret password token key here there not now never always already still only also just too very the a an ' +
    'my your our their his her its this that these those same different new old default stored saved sent gone lost ' +
    'bad good broken kept being been what where when why how which who used unused async await input field label ' +
    'important different present absent sufficient insufficient sensitive active inactive empty english german ' +
    'value stale fresh invalidated blank correctly incorrectly case unique common simple easy all no yes on off in ' +
    'from with without for to of at by as if and or so then because but it he she they we you i is are was were will ' +
    'can could should would must may might does do did has have had ' +
    'include omit same-origin disabled enabled hashed encrypted masked redacted filtered forgotten protected expired ' +
    'changed rejected buffer uint8array bytes cryptokey keyobject hash digest data result body response request ' +
    'falsch ungültig vergessen erforderlich incorrecte requis oublié obligatoire incorrecta obligatoria olvidada ' +
    'неверный забыт'
  ).split(' '),
);

/** Texts of a form or of a message rather than a password. */
export const spokenOf =
  /\b(?:password|passphrase|passwords|secret|token|api key|credentials?|log ?in|sign in|enter|your|must|invalid|required|wrong|forgot|reset|at least|characters?|confirm|incorrect|please|missing|expired?|cannot|(?:do|does) not|don['’]t)\b/i;

/** Words that only say what belongs there, each alone. */
export const standInWords = new Set(
  (
    'changeme placeholder example sample dummy todo tbd fixme redacted hidden masked filtered removed omitted secret ' +
    'token password passwd pass passphrase pwd key apikey value string text xxx'
  ).split(' '),
);

/** Words that stand beside those: `stripe_secret_key`, `change-me`. */
export const wordsBesideStandIns = new Set(
  (
    'your my the a an some any this that it in of for to with from and goes here real actual own new old insert enter ' +
    'put replace add paste change me set fill type keys api id user username name email login app application db ' +
    'database client access auth jwt private public stripe openai anthropic supabase google github aws sendgrid twilio'
  ).split(' '),
);

/** Names under which code keeps what it reads from elsewhere. */
export const codeRoots = new Set(
  (
    'process import os env ENV self this req request res response ctx context props state values form formData data ' +
    'body params query input inputs args argv opts options config settings cfg secrets vars e ev event t z yup Yup Joi ' +
    'Schema Type DataTypes Sequelize mongoose sa window document localStorage sessionStorage Deno Bun credentials Rails'
  ).split(' '),
);

/** Cookies that keep somebody signed in. */
export const sessionCookie =
  /sess|sid$|^sid|auth|token|jwt|login|logged|remember|csrf|xsrf|ticket|secret|__secure-|__host-/i;

/** Cookies that only remember how something looks, although their names begin like those. */
export const settingCookie =
  /(?:theme|lang|language|locale|tab|view|mode|color|tz|timezone|consent|banner|seen)$/i;
