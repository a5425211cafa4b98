import { useEffect, useState } from 'react';
import type { User } from '#shared/contracts/account.ts';
import { message } from '#shared/messages/catalogue.ts';
import { productName } from '#shared/rules/product.ts';
import { IdentityError, type SecondFactor } from '#web/identity/port.ts';
import { useSession } from '#web/identity/session.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { downloadText } from '#web/ui/controls/download-text.ts';
import { Field } from '#web/ui/controls/Field.tsx';
import { TextInput } from '#web/ui/controls/TextInput.tsx';
import { showToast } from '#web/ui/overlays/toast.ts';
import { ChangeRow, CurrentPassword, useRow } from './ChangeRow.tsx';
import { useIdentityUser } from './EmailProof.tsx';
import { endOwnSession } from './own-session.ts';
import { useSignInWays } from './PasskeyRow.tsx';

/** Codes of an authenticator app beside the password; absent where the provider keeps that to itself. */
export function SecondFactorRow({ user }: { user: User }) {
  const { isOn, needsPassword, row, step, password, setPassword, code, setCode, submit, renew } =
    useSecondFactor(user);
  if (isOn === undefined) return null;
  const saves = { password: isOn ? 'Turn off' : 'Continue', app: 'Turn on', codes: null };
  return (
    <ChangeRow
      label="Second step"
      value={<Badge tone={isOn ? 'good' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>}
      row={row}
      open={isOn ? 'Change' : 'Set up'}
      save={saves[step.name]}
      close={step.name === 'codes' ? 'Done' : 'Cancel'}
      onSubmit={submit}
      note={
        user.needsSecondFactor ? (
          <p className="mt-1 text-soft">The inbox opens with this or a passkey.</p>
        ) : null
      }
    >
      {step.name === 'password' ? (
        <>
          {needsPassword ? (
            <CurrentPassword ref={row.first} value={password} onValue={setPassword} error={row.error} />
          ) : (
            <p role="status">{row.error ?? 'Your sign-in asks for a code too then.'}</p>
          )}
          {isOn ? (
            <Button onClick={renew} busy={row.busy} busyText="Making codes..." className="justify-self-start">
              New backup codes
            </Button>
          ) : null}
        </>
      ) : null}
      {step.name === 'app' ? (
        <>
          <AppAddress uri={step.uri} />
          <Field label="Code" required error={row.error} help="The six digits that the app shows now.">
            <TextInput
              ref={row.first}
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={20}
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          </Field>
        </>
      ) : null}
      {step.name === 'codes' ? <BackupCodes codes={step.backupCodes} /> : null}
    </ChangeRow>
  );
}

/** For an authenticator app on the phone, or on this device. */
function AppAddress({ uri }: { uri: string }) {
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  const [picture, setPicture] = useState<string>();
  useEffect(() => {
    // Few of those who open the settings need it.
    void import('#web/ui/qr-source.ts').then(({ qrSource }) => setPicture(qrSource(uri)));
  }, [uri]);
  return (
    <div className="grid gap-3">
      <p>Scan this with an authenticator app on your phone.</p>
      <img src={picture} alt="QR code for an authenticator app" className="size-40 rounded-m" />
      <p className="text-soft">
        No camera?{' '}
        <a href={uri} className="underline underline-offset-4 hover:text-ink">
          Open the app on this device
        </a>
        , or type this key:
      </p>
      <code className="font-mono text-sm wrap-anywhere select-all" translate="no">
        {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
      </code>
    </div>
  );
}

function BackupCodes({ codes }: { codes: string[] }) {
  return (
    <div className="grid gap-3">
      <p>Keep these backup codes. Each signs you in once, without your phone.</p>
      <ul className="grid grid-cols-2 gap-x-4 gap-y-1 font-mono text-sm" translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button
        onClick={() => downloadText('backup-codes.txt', `${productName}\n\n${codes.join('\n')}\n`)}
        className="justify-self-start"
      >
        Download codes
      </Button>
    </div>
  );
}

type Step =
  | { name: 'password' }
  | { name: 'app'; uri: string; backupCodes: string[] }
  | { name: 'codes'; backupCodes: string[] };

function useSecondFactor(user: User) {
  const { askIdentity, refresh } = useSession();
  const { data, refetch } = useIdentityUser(user.id);
  const { data: ways } = useSignInWays(user);
  const needsPassword = ways?.hasPassword !== false;
  const [step, setStep] = useState<Step>({ name: 'password' });
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const row = useRow(() => {
    setStep({ name: 'password' });
    setPassword('');
    setCode('');
  });

  const ask = <T,>(run: (factor: SecondFactor) => Promise<T>) =>
    askIdentity(({ secondFactor }) => {
      if (!secondFactor) throw new IdentityError('unexpected');
      return run(secondFactor);
    });

  /** Every session from before has ended, and this browser gets a new one. */
  async function enterAgain() {
    await endOwnSession();
    await refresh();
    await refetch();
  }

  async function start(): Promise<'next'> {
    setStep({ name: 'app', ...(await ask((factor) => factor.start(password))) });
    return 'next';
  }

  async function turnOff() {
    await ask((factor) => factor.end(password));
    await enterAgain();
    showToast(message('second_factor_off'));
  }

  async function confirm(backupCodes: string[]): Promise<'next'> {
    await ask((factor) => factor.confirm(code.replaceAll(/\s/g, '')));
    setStep({ name: 'codes', backupCodes });
    await enterAgain();
    showToast(message('second_factor_on'));
    return 'next';
  }

  function submit() {
    if (step.name === 'app') {
      if (!code.trim()) return row.refuse('Enter the code of your app.');
      return void row.run(() => confirm(step.backupCodes), { 'invalid-credential': wrongCode });
    }
    if (needsPassword && !password) return row.refuse('Enter your current password.');
    void row.run(data?.hasSecondFactor ? turnOff : start);
  }

  function renew() {
    if (needsPassword && !password) return row.refuse('Enter your current password.');
    void row.run(async () => {
      setStep({ name: 'codes', backupCodes: await ask((factor) => factor.renewBackupCodes(password)) });
      return 'next';
    });
  }
  return {
    isOn: data?.hasSecondFactor,
    needsPassword,
    row,
    step,
    password,
    setPassword,
    code,
    setCode,
    submit,
    renew,
  };
}

const wrongCode = 'That code is not right. Enter the newest one.';
