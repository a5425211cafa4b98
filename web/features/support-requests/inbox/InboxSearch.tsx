import Search from 'lucide-react/icons/search';
import { type FormEvent, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';

type InboxSearchProps = { search: string; onSearch: (words: string) => void };

/** Searches when asked to; an emptied field shows everything again. */
export function InboxSearch({ search, onSearch }: InboxSearchProps) {
  const [typed, setTyped] = useState(search);
  const [followed, setFollowed] = useState(search);
  // Back, and “Show all”, search for something else than was typed last.
  if (followed !== search) {
    setFollowed(search);
    setTyped(search);
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    onSearch(typed.trim());
  }
  function change(words: string) {
    setTyped(words);
    if (words === '' && search !== '') onSearch('');
  }
  return (
    <form onSubmit={submit} className="flex min-w-0 grow gap-2 sm:max-w-80">
      <TextInput
        type="search"
        aria-label="Search the inbox"
        placeholder="App, title, customer"
        maxLength={200}
        value={typed}
        onChange={(event) => change(event.target.value)}
        dir="auto"
      />
      <Button type="submit" icon={<Search size={16} aria-hidden="true" />}>
        Search
      </Button>
    </form>
  );
}
