import { useEffect, useRef } from 'react';
import { Button } from '#core/web/ui/button.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { TextField } from '#core/web/ui/forms/text-field.tsx';

/** A secret that the server has just created and never shows again. It is selected, to be copied. */
export function ShownSecret({ label, secret }: { label: string; secret: string }) {
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const input = field.current?.querySelector('input');
    input?.focus();
    input?.select();
    // A new secret replaces the one before.
    void secret;
  }, [secret]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      notify.copied('Copied', 'It is on the clipboard.');
    } catch {
      notify.error('Not copied', 'The browser blocked access to the clipboard. Copy the selected text.');
    }
  };
  return (
    <div ref={field} className="mt-4 grid gap-2 rounded-box border border-line-strong bg-surface p-4">
      <TextField
        label={label}
        value={secret}
        readOnly
        spellCheck={false}
        autoComplete="off"
        hint="It is shown only now. Store it where only you can read it."
        className="font-mono"
      />
      <div>
        <Button variant="secondary" onClick={copy}>
          Copy
        </Button>
      </div>
    </div>
  );
}
