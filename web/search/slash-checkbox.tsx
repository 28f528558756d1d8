import { useState } from 'react';
import { isSlashEnabled, setSlashEnabled } from './slash-setting.ts';

/** Turns the key `/` off and on, as WCAG 2.1.4 requires of keys without modifiers. Ctrl+K remains. */
export function SlashCheckbox() {
  const [isEnabled, setIsEnabled] = useState(isSlashEnabled);
  return (
    <label className="flex min-h-6 items-center gap-2">
      <input
        type="checkbox"
        checked={isEnabled}
        onChange={({ target }) => {
          setSlashEnabled(target.checked);
          setIsEnabled(target.checked);
        }}
        className="accent-accent"
      />
      Open with / as well as Ctrl+K
    </label>
  );
}
