import { rangesOf, type SecretRange } from './secret-ranges.ts';
import { isStandIn } from './secret-stand-in.ts';

/** Passwords that are typed after a command. The looks back are bounded, so that no line is read again and again. */
export function findCommands(text: string): SecretRange[] {
  return commands
    .filter(({ hint }) => text.includes(hint))
    .flatMap(({ kind, pattern }) => rangesOf(text, kind, pattern))
    .filter(({ start, end }) => !isStandIn(text.slice(start, end)));
}

const commands: readonly { kind: string; hint: string; pattern: RegExp }[] = [
  {
    // Of a user and a group, such as `--user 1000:1000` or `-u www:data`, only where a web address is asked.
    kind: 'password',
    hint: 'http',
    pattern:
      /(?<before>(?<=(?<!\w)(?:curl|wget|http|https|xh)(?!\w)[^\r\n]{0,200})[ \t](?:-u|--user)[ =]?["']?[^\s:"'$]{1,100}:)[^\s"']{2,200}/g,
  },
  {
    kind: 'password',
    hint: '-u',
    pattern:
      /(?<before>[ \t](?:-u|--user)[ =]?["']?[^\s:"'$]{1,100}:)(?=\S{0,60}\d)(?=\S{0,60}[a-z])[^\s"']{6,200}/gi,
  },
  {
    kind: 'password',
    hint: '-p',
    pattern:
      /(?<before>(?<=(?<!\w)(?:mysql|mysqldump|mysqladmin|mariadb)(?!\w)[^\r\n]{0,200})[ \t]-p["']?)[^\s"'-][^\s"']{2,200}/g,
  },
  {
    kind: 'password',
    hint: 'sshpass',
    pattern: /(?<before>(?<!\w)sshpass[ \t]{1,4}-p[ \t]{0,4}["']?)[^\s"']{3,200}/g,
  },
  {
    kind: 'password',
    hint: ' -p',
    pattern:
      /(?<before>(?<=(?<!\w)(?:docker|podman|helm|az|oc)[ \t][^\r\n]{0,20}login(?!\w)[^\r\n]{0,120})[ \t]-p[ \t=]["']?)[^\s"']{4,200}/g,
  },
  {
    // Of a Dockerfile.
    kind: 'secret',
    hint: 'ENV ',
    pattern:
      /(?<before>(?<![^\r\n])[ \t]{0,8}ENV[ \t]{1,4}\w{0,60}(?:PASSWORD|PASS|SECRET|TOKEN|KEY)[ \t]{1,4}["']?)[^\s"'=]{4,300}/g,
  },
];
