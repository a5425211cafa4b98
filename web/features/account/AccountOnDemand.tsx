import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { offline } from '#shared/messages/failures.ts';
import { isAccountRemembered } from '#web/identity/remembered-account.ts';
import { showToast } from '#web/ui/overlays/toast.ts';
import type { AuthDialogProps } from './AuthDialog.tsx';
import type { Account, AccountState } from './account.ts';

type Props = Omit<AuthDialogProps, 'account'> & { account: AccountOnDemand };

/** The authentication dialog, fetched when it is first wanted; once fetched it keeps what is typed in it. */
export function AuthDialogOnDemand({ account, ...props }: Props) {
  const [Loaded, setLoaded] = useState<ComponentType<Omit<AuthDialogProps, 'account'>> | null>(null);
  const isWanted = props.view !== null && Loaded === null;

  const giveUp = useEffectEvent(() => {
    props.onCancel();
    showToast(offline);
  });
  useEffect(() => {
    if (!isWanted) return;
    fetchDialog(account).then(
      (Dialog) => setLoaded(() => Dialog),
      () => giveUp(),
    );
  }, [isWanted, account]);

  return Loaded ? <Loaded {...props} /> : null;
}

async function fetchDialog(
  onDemand: AccountOnDemand,
): Promise<ComponentType<Omit<AuthDialogProps, 'account'>>> {
  const [{ AuthDialog }, { QueryProvider }, account] = await Promise.all([
    import('./AuthDialog.tsx'),
    import('#web/api/QueryProvider.tsx'),
    onDemand.get(),
  ]);
  return (props) => (
    <QueryProvider>
      <AuthDialog {...props} account={account} />
    </QueryProvider>
  );
}

/** The account, whose code is fetched when it is first needed: who only reads the landing page never needs it. */
export class AccountOnDemand {
  readonly #show: (state: AccountState) => void;
  #account: Promise<Account> | null = null;
  #hasLooked = false;

  /** `show` gets every change. */
  constructor(show: (state: AccountState) => void) {
    this.#show = show;
  }

  /** Rejects when the code can't be fetched; asking again tries again. */
  get(): Promise<Account> {
    this.#account ??= fetchAccount(this.#show).catch((error: unknown) => {
      this.#account = null;
      throw error;
    });
    return this.#account;
  }

  /** Finds out who is signed in. Never rejects. */
  async load(): Promise<void> {
    this.#hasLooked = true;
    try {
      await (await this.get()).load();
    } catch {
      if (isAccountRemembered()) this.#show({ status: 'unreachable', user: null });
      else {
        showToast(offline);
        this.#show({ status: 'signed-out', user: null });
      }
    }
  }

  /** Clears the cached responses of a user who has signed out, if any. */
  async clearLeftUser(): Promise<void> {
    (await this.#account?.catch(() => null))?.clearLeftUser();
  }

  /** Reads the session again, after `unreachable`. */
  retry(): void {
    this.#show({ status: 'loading', user: null });
    void this.load();
  }

  /** Finds out who is signed in, unless that was asked before. */
  look(): void {
    if (!this.#hasLooked) void this.load();
  }
}

async function fetchAccount(show: (state: AccountState) => void): Promise<Account> {
  const [{ Account }, { queryClient }] = await Promise.all([
    import('./account.ts'),
    import('#web/api/query-client.ts'),
  ]);
  return new Account(queryClient, show);
}
