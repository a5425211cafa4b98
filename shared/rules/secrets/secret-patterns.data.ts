/** A secret that is known by its form alone. */
export type SecretPattern = {
  /** As it is in `[masked: …]`. */
  kind: string;
  /**
   * Text before the secret is in the group `before`. Every pattern starts where the character before is none that it
   * could go on with, or is bounded: otherwise hostile text makes it slow.
   */
  pattern: RegExp;
  /** For what a pattern can't say. */
  isOne?: (secret: string) => boolean;
};

const providers: readonly SecretPattern[] = [
  { kind: 'AWS key', pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/g },
  {
    // As consoles and CSV files show it: beside its id.
    kind: 'AWS key',
    pattern: /(?<=(?:AKIA|ASIA)[A-Z0-9]{16}["']?[\s,:;/|]{1,3}["']?)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/g,
  },
  { kind: 'Stripe key', pattern: /(?<!\w)[sr]k_(?:live|test|org)_\w{10,}/g },
  { kind: 'Stripe webhook secret', pattern: /(?<!\w)whsec_[\w+/]{12,}={0,2}/g },
  { kind: 'Anthropic key', pattern: /(?<![\w-])sk-ant-[\w-]{12,}/g },
  { kind: 'OpenRouter key', pattern: /(?<![\w-])sk-or-[\w-]{16,}/g },
  { kind: 'Langfuse key', pattern: /(?<![\w-])sk-lf-[\w-]{20,}/g },
  {
    kind: 'OpenAI key',
    pattern: /(?<![\w-])sk-(?:(?:proj|svcacct|admin|None)-[\w-]{16,}|[A-Za-z0-9]{20,}[\w-]*)/g,
  },
  { kind: 'Groq key', pattern: /(?<!\w)gsk_[A-Za-z0-9]{16,}/g },
  { kind: 'Hugging Face key', pattern: /(?<!\w)hf_[A-Za-z0-9]{20,}/g },
  { kind: 'Replicate key', pattern: /(?<!\w)r8_[A-Za-z0-9]{30,}/g },
  { kind: 'model key', pattern: /(?<![\w-])(?:xai|pplx)-[A-Za-z0-9]{30,}/g },
  { kind: 'Google key', pattern: /(?<![\w-])AIza[\w-]{30,}/g },
  { kind: 'Google token', pattern: /(?<![\w.-])ya29\.[\w-]{20,}/g },
  { kind: 'Google client secret', pattern: /(?<![\w-])GOCSPX-[\w-]{20,}/g },
  { kind: 'GitHub token', pattern: /(?<!\w)(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,})/g },
  {
    kind: 'GitLab token',
    pattern: /(?<![\w-])gl(?:pat|dt|rt|ptt|cbt|oas)-[\w-]{16,}(?:\.[\w-]{1,60}){0,4}/g,
  },
  { kind: 'Slack token', pattern: /(?<![\w-])(?:xox[a-z](?:\.xox[a-z])?|xapp)-[\w-]{10,}/g },
  {
    kind: 'Slack webhook',
    pattern: /(?<before>hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/]{8,}/g,
  },
  { kind: 'Discord token', pattern: /(?<![\w.-])[MNO][\w-]{22,29}\.[\w-]{6,7}\.[\w-]{27,}/g },
  { kind: 'Discord webhook', pattern: /(?<before>\/api\/webhooks\/\d{10,25}\/)[\w-]{20,}/g },
  { kind: 'Telegram token', pattern: /(?<!\d)\d{8,10}:AA[\w-]{32,}/g },
  { kind: 'SendGrid key', pattern: /(?<![\w.-])SG\.[\w-]{16,}\.[\w-]{16,}/g },
  { kind: 'Resend key', pattern: /(?<!\w)re_[A-Za-z0-9]{6,12}_[A-Za-z0-9]{20,}/g },
  { kind: 'Mailgun key', pattern: /(?<![\w-])key-[0-9a-f]{32}(?!\w)/g },
  { kind: 'Mailchimp key', pattern: /(?<!\w)[0-9a-f]{32}-us\d{1,2}(?!\w)/g },
  { kind: 'Twilio key', pattern: /(?<!\w)SK[0-9a-f]{32}(?!\w)/g },
  { kind: 'npm token', pattern: /(?<!\w)npm_[A-Za-z0-9]{30,}/g },
  { kind: 'Docker token', pattern: /(?<!\w)dckr_(?:pat|oat)_[\w-]{20,}/g },
  { kind: 'Supabase key', pattern: /(?<!\w)(?:sb_secret_[\w-]{16,}|sbp_\w{32,})/g },
  { kind: 'Vercel token', pattern: /(?<!\w)vercel_blob_rw_\w{20,}/g },
  { kind: 'Netlify token', pattern: /(?<!\w)nfp_[A-Za-z0-9]{30,}/g },
  { kind: 'DigitalOcean token', pattern: /(?<!\w)do[opr]_v1_[0-9a-f]{40,}/g },
  { kind: 'Shopify token', pattern: /(?<!\w)shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32,}/g },
  { kind: 'Notion token', pattern: /(?<!\w)(?:ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43})(?!\w)/g },
  { kind: 'Linear key', pattern: /(?<!\w)lin_api_[A-Za-z0-9]{30,}/g },
  { kind: 'Airtable token', pattern: /(?<!\w)pat[A-Za-z0-9]{14}\.[0-9a-f]{64}(?!\w)/g },
  { kind: 'Sentry token', pattern: /(?<!\w)sntry[su]_[\w+/=]{40,}/g },
  { kind: 'PostHog key', pattern: /(?<!\w)phx_\w{30,}/g },
  { kind: 'Grafana token', pattern: /(?<!\w)(?:glsa|glc)_\w{20,}={0,2}/g },
  { kind: 'Vault token', pattern: /(?<![\w.-])hvs\.[\w-]{20,}/g },
  { kind: 'Razorpay key', pattern: /(?<!\w)rzp_(?:live|test)_[A-Za-z0-9]{10,}/g },
  { kind: 'Square token', pattern: /(?<![\w-])sq0[a-z]{3}-[\w-]{20,}/g },
  // Of Square and of Facebook.
  { kind: 'access token', pattern: /(?<![\w+/-])EAA[A-Za-z][\w-]{40,}/g },
  { kind: 'webhook', pattern: /(?<before>hooks\.zapier\.com\/hooks\/(?:catch|standard)\/)[\w/-]{8,}/g },
  { kind: 'webhook', pattern: /(?<before>hook\.[a-z\d]{1,8}\.make\.com\/)[\w-]{16,}/g },
];

const formats: readonly SecretPattern[] = [
  // A JSON Web Token.
  { kind: 'token', pattern: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*){0,3}/g },
  { kind: 'age key', pattern: /(?<![\w-])AGE-SECRET-KEY-1[A-Z0-9]{40,}/g },
  {
    // Also cut off at its end, or in JSON with `\n`.
    kind: 'private key',
    pattern:
      /(?<!-)-----BEGIN (?<of>(?:[A-Z0-9]{1,12} ){0,3})PRIVATE KEY(?: BLOCK)?-----(?:(?:[^-]|-(?!----)){0,20000}-----END \k<of>PRIVATE KEY(?: BLOCK)?-----|(?:(?:[\s>|"'+,]|\\[nrt]){1,20}(?:[A-Za-z-]{3,20}: [^\r\n\\]{1,100}(?=[\r\n\\])|=?[A-Za-z0-9+/]{16,}={0,2}|[A-Za-z0-9+/]{1,15}={1,2}(?![\w+/])))+)/g,
  },
  {
    // Cut off at its beginning: lines of base64 only, since the text above is most likely prose.
    kind: 'private key',
    pattern:
      /(?<![^\n])(?<!(?<![^\n])[A-Za-z0-9+/]{4,200}={0,2}\r?\n)(?:[A-Za-z0-9+/]{4,200}={0,2}\r?\n)+-----END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g,
  },
  {
    kind: 'password hash',
    pattern:
      /\$2[aby]\$\d\d\$[./A-Za-z0-9]{53,}|\$argon2(?:id|i|d)\$[\w$,=+/.-]{20,300}|\$6\$[\w./$]{40,200}/g,
  },
  {
    kind: 'recovery phrase',
    pattern:
      /(?<before>(?<!\w)(?:mnemonic|(?:wallet|seed|recovery)[ _-]?words|(?:seed|recovery|secret)[ _-]?phrase|seed)["']?(?:[ \t]{0,3}[:=]|[ \t]{1,4}is)[ \t]{0,3}(?:\r?\n)?["']?)(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}/gi,
  },
];

const addresses: readonly SecretPattern[] = [
  {
    // Of a database, raw: it may hold what belongs escaped. Not the port of an address without a user.
    kind: 'password',
    pattern:
      /(?<before>(?:postgres(?:ql)?|mysql2?|mariadb|mongodb|srv|rediss?|amqps?|mssql|sqlserver|asyncpg|psycopg2?|pymysql):\/\/[^\s:@/?#"'<>`]{0,200}:)(?!\d{1,5}[/?])[^\s"'<>`]{1,300}(?=@[\w.[-])/g,
  },
  {
    kind: 'password',
    pattern: /(?<before>:\/\/[^\s:@/?#"'<>`]{0,200}:)(?!\d{1,5}[?#),;\]])[^\s/"'<>`]{1,300}(?=@)/g,
  },
  { kind: 'token', pattern: /(?<before>:\/\/)[A-Za-z0-9_-]{20,200}(?=@)/g },
  {
    // Signature of a link; it grants access to anybody who holds the link.
    kind: 'signature',
    pattern:
      /(?<before>(?<![\w-])(?:sig|X-Amz-Signature|X-Goog-Signature)=)(?=[\w%+/=-]{0,40}\d)[\w%+/=-]{20,}/gi,
  },
  {
    kind: 'token',
    pattern: /(?<before>[?&#](?:code|otp|token_hash|ticket)=)(?=[\w.~%-]{0,40}\d)[\w.~%-]{16,}/gi,
  },
];

const headersAndCommands: readonly SecretPattern[] = [
  {
    kind: 'session cookie',
    pattern:
      /(?<before>(?<![\w-])(?:__(?:Host|Secure)-[\w-]{1,60}|connect\.sid|sid|PHPSESSID|JSESSIONID|session(?:_?id)?)=)(?=[^;\s]{0,60}\d)[^;,\s"'`]{12,4000}/gi,
  },
  {
    kind: 'password',
    pattern: /(?<before>(?<!\w)(?:[Bb]asic|BASIC)(?:[ \t]+|%20))[A-Za-z0-9+/]{8,}={0,2}/g,
    isOne: isUserAndPassword,
  },
  {
    // Whatever the scheme is.
    kind: 'token',
    pattern:
      /(?<before>(?<![\w-])(?:[Pp]roxy-)?(?:[Aa]uthorization|AUTHORIZATION)\\?["'`]?\]?[ \t]{0,4}[:=,][ \t]{0,4}\\?["'`]?(?:[A-Za-z][\w-]{1,30}[ \t]{1,4})?)(?=[^\s"'`,;<>{}()\\]{0,200}(?:\d|=(?![^\s"'`,;])|[a-z][A-Z]))(?:(?!\[masked: )[^\s"'`,;<>{}()$\\]){6,4000}/g,
  },
  {
    kind: 'token',
    pattern: /(?<before>(?<!\w)bearer(?:[ \t]+|%20|\+))(?=[\w.~+/=-]{0,40}\d)[\w.~+/-]{12,}={0,2}/gi,
  },
  {
    // Only where a web address is asked: others have a user and a group, such as `--user 1000:1000`.
    kind: 'password',
    pattern:
      /(?<before>(?<=(?<!\w)(?:curl|wget|http|https|xh)(?!\w)[^\r\n]{0,200})[ \t](?:-u|--user)[ =]?["']?[^\s:"'$]{1,100}:)[^\s"']{2,200}/g,
  },
  {
    kind: 'password',
    pattern:
      /(?<before>(?<=(?<!\w)(?:mysql|mysqldump|mysqladmin|mariadb)(?!\w)[^\r\n]{0,200})[ \t]-p["']?)[^\s"'-][^\s"']{2,200}/g,
  },
  { kind: 'password', pattern: /(?<before>(?<!\w)sshpass[ \t]{1,4}-p[ \t]{0,4}["']?)[^\s"']{3,200}/g },
  {
    kind: 'password',
    pattern:
      /(?<before>(?<=(?<!\w)(?:docker|podman|helm|az|oc)[ \t][^\r\n]{0,20}login(?!\w)[^\r\n]{0,120})[ \t]-p[ \t=]["']?)[^\s"']{4,200}/g,
  },
  {
    // Of a Dockerfile.
    kind: 'secret',
    pattern:
      /(?<before>(?<![^\r\n])[ \t]{0,8}ENV[ \t]{1,4}\w{0,60}(?:PASSWORD|PASS|SECRET|TOKEN|KEY)[ \t]{1,4}["']?)[^\s"'=]{4,300}/g,
  },
  {
    // As lists of variables for containers have it.
    kind: 'secret',
    pattern:
      /(?<before>(?<![\w-])name["']?:[ \t]{0,4}["']?\w{0,60}(?:password|secret|token|api_?key|private_key)["']?,?\s{1,40}["']?value["']?:[ \t]{0,4}["']?)[^\s"']{4,300}/gi,
  },
  {
    // Of a database's user.
    kind: 'password',
    pattern: /(?<before>(?<!\w)(?:password|identified (?:with \w{1,40} )?by)[ \t]{1,4}')[^'\s]{4,200}(?=')/gi,
  },
];

/** Secrets that are known by their form: of providers first, since the first of two on one place names it. */
export const secretPatterns: readonly SecretPattern[] = [
  ...providers,
  ...formats,
  ...addresses,
  ...headersAndCommands,
];

/** `ada:hunter2`, written as base64. */
function isUserAndPassword(secret: string): boolean {
  try {
    return /^[\x20-\x7e\u00a0-\u00ff]{0,200}:[\x20-\x7e\u00a0-\u00ff]+$/.test(atob(secret));
  } catch {
    return false;
  }
}
