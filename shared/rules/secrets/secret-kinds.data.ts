/** A secret that is known by its form alone. */
export type SecretKind = {
  /** As it is in `[masked: …]`. */
  kind: string;
  /** Texts without any of these can't hold one: looking for them is much faster than the pattern. */
  hints: readonly string[];
  /**
   * Text before the secret is in the group `before`. Every pattern starts where the character before is none that it
   * could go on with, or is bounded: otherwise hostile text makes it slow.
   */
  pattern: RegExp;
  /** For what a pattern can't say. */
  isOne?: (secret: string) => boolean;
};

export const secretKinds: readonly SecretKind[] = [
  {
    kind: 'token',
    hints: ['eyJ'],
    pattern: /(?<![\w-])eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*){0,3}/g,
  },
  {
    kind: 'AWS key',
    hints: ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
    pattern: /(?<![A-Za-z0-9])(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}(?![A-Za-z0-9])/g,
  },
  {
    // As consoles and CSV files show it: beside its id.
    kind: 'AWS key',
    hints: ['AKIA', 'ASIA'],
    pattern: /(?<=(?:AKIA|ASIA)[A-Z0-9]{16}["']?[\s,:;/|]{1,3}["']?)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/g,
  },
  { kind: 'Stripe key', hints: ['sk_', 'rk_'], pattern: /(?<!\w)[sr]k_(?:live|test|org)_\w{10,}/g },
  { kind: 'Stripe webhook secret', hints: ['whsec_'], pattern: /(?<!\w)whsec_[\w+/]{12,}={0,2}/g },
  { kind: 'Anthropic key', hints: ['sk-ant-'], pattern: /(?<![\w-])sk-ant-[\w-]{12,}/g },
  {
    kind: 'OpenAI key',
    hints: ['sk-'],
    pattern: /(?<![\w-])sk-(?:(?:proj|svcacct|admin|None)-[\w-]{16,}|[A-Za-z0-9]{20,}[\w-]*)/g,
  },
  { kind: 'OpenRouter key', hints: ['sk-or-'], pattern: /(?<![\w-])sk-or-[\w-]{16,}/g },
  { kind: 'Groq key', hints: ['gsk_'], pattern: /(?<!\w)gsk_[A-Za-z0-9]{16,}/g },
  { kind: 'Hugging Face key', hints: ['hf_'], pattern: /(?<!\w)hf_[A-Za-z0-9]{20,}/g },
  { kind: 'Replicate key', hints: ['r8_'], pattern: /(?<!\w)r8_[A-Za-z0-9]{30,}/g },
  { kind: 'model key', hints: ['xai-', 'pplx-'], pattern: /(?<![\w-])(?:xai|pplx)-[A-Za-z0-9]{30,}/g },
  { kind: 'Google key', hints: ['AIza'], pattern: /(?<![\w-])AIza[\w-]{30,}/g },
  { kind: 'Google token', hints: ['ya29.'], pattern: /(?<![\w.-])ya29\.[\w-]{20,}/g },
  { kind: 'Google client secret', hints: ['GOCSPX-'], pattern: /(?<![\w-])GOCSPX-[\w-]{20,}/g },
  {
    kind: 'Firebase messaging key',
    hints: [':APA91b'],
    pattern: /(?<![\w-])AAAA[\w-]{7}:APA91b[\w-]{100,}/g,
  },
  { kind: 'GitHub token', hints: ['gh'], pattern: /(?<!\w)gh[pousr]_[A-Za-z0-9]{20,}/g },
  { kind: 'GitHub token', hints: ['github_pat_'], pattern: /(?<!\w)github_pat_\w{20,}/g },
  {
    kind: 'GitLab token',
    hints: ['gl'],
    pattern: /(?<![\w-])gl(?:pat|dt|rt|ptt|soat|cbt|ft|imt|agent|oas|ffct)-[\w-]{16,}(?:\.[\w-]{1,60}){0,4}/g,
  },
  {
    kind: 'Slack token',
    hints: ['xox', 'xapp-'],
    pattern: /(?<![\w-])(?:xox[a-z](?:\.xox[a-z])?|xapp)-[\w-]{10,}/g,
  },
  {
    kind: 'Slack webhook',
    hints: ['hooks.slack.com/'],
    pattern: /(?<before>hooks\.slack\.com\/(?:services|workflows|triggers)\/)[\w/]{8,}/g,
  },
  {
    kind: 'Discord token',
    hints: ['.'],
    pattern: /(?<![\w.-])[MNO][\w-]{22,29}\.[\w-]{6,7}\.[\w-]{27,}/g,
  },
  {
    kind: 'Discord webhook',
    hints: ['/api/webhooks/'],
    pattern: /(?<before>\/api\/webhooks\/\d{10,25}\/)[\w-]{20,}/g,
  },
  { kind: 'Telegram token', hints: [':AA'], pattern: /(?<!\d)\d{8,10}:AA[\w-]{32,}/g },
  { kind: 'SendGrid key', hints: ['SG.'], pattern: /(?<![\w.-])SG\.[\w-]{16,}\.[\w-]{16,}/g },
  { kind: 'Twilio key', hints: ['SK'], pattern: /(?<!\w)SK[0-9a-f]{32}(?!\w)/g },
  { kind: 'Twilio token', hints: ['AC'], pattern: /(?<before>(?<!\w)AC[0-9a-f]{32}:)[0-9a-f]{32}(?!\w)/g },
  { kind: 'npm token', hints: ['npm_'], pattern: /(?<!\w)npm_[A-Za-z0-9]{30,}/g },
  { kind: 'PyPI token', hints: ['pypi-'], pattern: /(?<![\w-])pypi-[\w-]{40,}/g },
  {
    kind: 'Supabase key',
    hints: ['sb_secret_', 'sbp_'],
    pattern: /(?<!\w)(?:sb_secret_[\w-]{16,}|sbp_\w{32,})/g,
  },
  { kind: 'Resend key', hints: ['re_'], pattern: /(?<!\w)re_[A-Za-z0-9]{6,12}_[A-Za-z0-9]{20,}/g },
  { kind: 'Mailgun key', hints: ['key-'], pattern: /(?<![\w-])key-[0-9a-f]{32}(?!\w)/g },
  { kind: 'Mailchimp key', hints: ['-us'], pattern: /(?<!\w)[0-9a-f]{32}-us\d{1,2}(?!\w)/g },
  {
    kind: 'DigitalOcean token',
    hints: ['_v1_'],
    pattern: /(?<!\w)do[opr]_v1_[0-9a-f]{40,}/g,
  },
  { kind: 'Shopify token', hints: ['shp'], pattern: /(?<!\w)shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32,}/g },
  {
    kind: 'Notion token',
    hints: ['ntn_', 'secret_'],
    pattern: /(?<!\w)(?:ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43})(?!\w)/g,
  },
  { kind: 'Linear key', hints: ['lin_api_'], pattern: /(?<!\w)lin_api_[A-Za-z0-9]{30,}/g },
  { kind: 'Airtable token', hints: ['pat'], pattern: /(?<!\w)pat[A-Za-z0-9]{14}\.[0-9a-f]{64}(?!\w)/g },
  { kind: 'PlanetScale token', hints: ['pscale_'], pattern: /(?<!\w)pscale_(?:tkn|pw|oauth)_[\w.-]{30,}/g },
  { kind: 'Netlify token', hints: ['nfp_'], pattern: /(?<!\w)nfp_[A-Za-z0-9]{30,}/g },
  { kind: 'Databricks token', hints: ['dapi'], pattern: /(?<!\w)dapi[0-9a-f]{32}(?:-\d)?(?!\w)/g },
  { kind: 'Sentry token', hints: ['sntry'], pattern: /(?<!\w)sntry[su]_[\w+/=]{40,}/g },
  { kind: 'Vault token', hints: ['hvs.'], pattern: /(?<![\w.-])hvs\.[\w-]{20,}/g },
  { kind: 'Grafana token', hints: ['glsa_', 'glc_'], pattern: /(?<!\w)(?:glsa|glc)_\w{20,}={0,2}/g },
  { kind: 'Docker token', hints: ['dckr_'], pattern: /(?<!\w)dckr_(?:pat|oat)_[\w-]{20,}/g },
  { kind: 'Razorpay key', hints: ['rzp_'], pattern: /(?<!\w)rzp_(?:live|test)_[A-Za-z0-9]{10,}/g },
  { kind: 'Square token', hints: ['sq0'], pattern: /(?<![\w-])sq0[a-z]{3}-[\w-]{20,}/g },
  // Of Square and of Facebook.
  { kind: 'access token', hints: ['EAA'], pattern: /(?<![\w+/-])EAA[A-Za-z][\w-]{40,}/g },
  { kind: 'Langfuse key', hints: ['sk-lf-'], pattern: /(?<![\w-])sk-lf-[\w-]{20,}/g },
  { kind: 'Vercel token', hints: ['vercel_blob_rw_'], pattern: /(?<!\w)vercel_blob_rw_\w{20,}/g },
  { kind: 'PostHog key', hints: ['phx_'], pattern: /(?<!\w)phx_\w{30,}/g },
  { kind: 'age key', hints: ['AGE-SECRET-KEY-1'], pattern: /(?<![\w-])AGE-SECRET-KEY-1[A-Z0-9]{40,}/g },
  {
    kind: 'webhook',
    hints: ['hooks.zapier.com/'],
    pattern: /(?<before>hooks\.zapier\.com\/hooks\/(?:catch|standard)\/)[\w/-]{8,}/g,
  },
  { kind: 'webhook', hints: ['make.com/'], pattern: /(?<before>hook\.[a-z\d]{1,8}\.make\.com\/)[\w-]{16,}/g },
  {
    kind: 'webhook',
    hints: ['/webhookb2/', '/IncomingWebhook/'],
    pattern: /(?<before>\/webhook(?:b2)?\/)[\w@-]{8,200}\/IncomingWebhook\/[\w/-]{8,}/g,
  },
  {
    // Signature of a link; it grants access to anybody who holds the link.
    kind: 'signature',
    hints: ['sig=', 'ignature='],
    pattern:
      /(?<before>(?<![\w-])(?:sig|X-Amz-Signature|X-Goog-Signature)=)(?=[\w%+/=-]{0,40}\d)[\w%+/=-]{20,}/gi,
  },
  {
    kind: 'token',
    hints: ['code=', 'otp=', 'oken_hash=', 'ticket='],
    pattern: /(?<before>[?&#](?:code|otp|token_hash|ticket)=)(?=[\w.~%-]{0,40}\d)[\w.~%-]{16,}/gi,
  },
  {
    kind: 'PuTTY key',
    hints: ['Private-Lines:'],
    pattern:
      /(?<before>Private-Lines: ?\d{1,4}\r?\n)[A-Za-z0-9+/=]{20,100}(?:\r?\n[A-Za-z0-9+/=]{1,100}(?![^\r\n])){0,500}/g,
  },
  {
    // Of a database, raw: it may hold what belongs escaped. Not the port of an address without a user.
    kind: 'password',
    hints: ['://'],
    pattern:
      /(?<before>(?:postgres(?:ql)?|mysql2?|mariadb|mongodb|srv|rediss?|amqps?|mssql|sqlserver|asyncpg|psycopg2?|pymysql):\/\/[^\s:@/?#"'<>`]{0,200}:)(?!\d{1,5}[/?])[^\s"'<>`]{1,300}(?=@[\w.[-])/g,
  },
  {
    kind: 'password',
    hints: ['://'],
    pattern: /(?<before>:\/\/[^\s:@/?#"'<>`]{0,200}:)(?!\d{1,5}[?#),;\]])[^\s/"'<>`]{1,300}(?=@)/g,
  },
  { kind: 'token', hints: ['://'], pattern: /(?<before>:\/\/)[A-Za-z0-9_-]{20,200}(?=@)/g },
  {
    kind: 'token',
    hints: ['earer', 'EARER'],
    pattern: /(?<before>(?<!\w)bearer(?:[ \t]+|%20|\+))(?=[\w.~+/=-]{0,40}\d)[\w.~+/-]{12,}={0,2}/gi,
  },
  {
    kind: 'password',
    hints: ['asic', 'ASIC'],
    pattern: /(?<before>(?<!\w)(?:[Bb]asic|BASIC)(?:[ \t]+|%20))[A-Za-z0-9+/]{8,}={0,2}/g,
    isOne: isUserAndPassword,
  },
  {
    // As lists of variables for containers have it.
    kind: 'secret',
    hints: ['value'],
    pattern:
      /(?<before>(?<![\w-])name["']?:[ \t]{0,4}["']?\w{0,60}(?:password|secret|token|api_?key|private_key)["']?,?\s{1,40}["']?value["']?:[ \t]{0,4}["']?)[^\s"']{4,300}/gi,
  },
  {
    kind: 'password',
    hints: ['password', 'PASSWORD', 'IDENTIFIED', 'identified'],
    pattern: /(?<before>(?<!\w)(?:password|identified (?:with \w{1,40} )?by)[ \t]{1,4}')[^'\s]{4,200}(?=')/gi,
  },
  {
    kind: 'password hash',
    hints: ['$2', '$argon2', '$scrypt', '$6$'],
    pattern:
      /\$2[aby]\$\d\d\$[./A-Za-z0-9]{53,}|\$argon2(?:id|i|d)\$[\w$,=+/.-]{20,300}|\$6\$[\w./$]{40,200}/g,
  },
  {
    kind: 'recovery phrase',
    hints: ['nemonic', 'hrase', 'PHRASE', 'NEMONIC', 'seed', 'Seed', 'words'],
    pattern:
      /(?<before>(?<!\w)(?:mnemonic|(?:(?:wallet|seed|recovery)[ _-]?words)|(?:seed|recovery|secret)[ _-]?phrase|seed)["']?(?:[ \t]{0,3}[:=]|[ \t]{1,4}is)[ \t]{0,3}(?:\r?\n)?["']?)(?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8}/gi,
  },
];

/** `ada:hunter2`, written as base64. */
function isUserAndPassword(secret: string): boolean {
  try {
    return /^[\x20-\x7e\u00a0-\u00ff]{0,200}:[\x20-\x7e\u00a0-\u00ff]+$/.test(atob(secret));
  } catch {
    return false;
  }
}
