import type { ComponentProps } from 'react';
import { TextInput } from '#web/ui/controls/TextInput.tsx';

/** Another site's secret. As a "new" password, no browser fills in and sends away the password of this site. */
export function SecretInput(props: ComponentProps<typeof TextInput>) {
  return (
    <TextInput
      {...props}
      type="password"
      autoComplete="new-password"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      data-1p-ignore
      data-lpignore="true"
    />
  );
}
