import { useState } from 'react';

/** The keys of the rows that need review and that the administrator has confirmed. */
export function useConfirmedRows() {
  const [confirmed, setConfirmed] = useState<string[]>([]);
  const toggle = (key: string) =>
    setConfirmed((keys) => (keys.includes(key) ? keys.filter((each) => each !== key) : [...keys, key]));
  return { confirmed, toggle };
}
