import { useSession } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { notify } from '#web/ui/feedback/notify.ts';
import { focusOnMount } from '#web/ui/focus-on-mount.ts';
import { saveFile } from '#web/ui/save-file.ts';

interface RecoveryCodesProps {
  codes: string[];
  /** The label of the button that continues. */
  next: string;
  onNext: () => void;
}

/** Shows the recovery codes, which the server returns only once. */
export function RecoveryCodes({ codes, next, onNext }: RecoveryCodesProps) {
  const owner = useSession()?.firstName ?? '';
  const heading = `Tezi recovery codes of administrator ${owner}. Each code works once.`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'));
      notify.success('Copied', 'The recovery codes are on the clipboard.');
    } catch {
      notify.error(
        'Not copied',
        'The browser blocked access to the clipboard. Download the codes or write them down.',
      );
    }
  };
  const download = () =>
    saveFile(
      'tezi-recovery-codes.txt',
      new Blob([`${heading}\n\n${codes.join('\n')}\n`], { type: 'text/plain' }),
    );
  return (
    <div ref={focusOnMount} tabIndex={-1} className="grid gap-4">
      <Notice tone="warning" title="Save these recovery codes now">
        They are not shown again. Each code signs you in once if you lose your phone. Store them separately
        from it.
      </Notice>
      <div className="print-alone">
        <p className="print-only mb-4">{heading}</p>
        <ul
          aria-label="Recovery codes"
          className="grid gap-y-1 rounded-box border border-line bg-sunken px-4 py-3 font-mono text-sm"
        >
          {codes.map((code) => (
            <li key={code} className="whitespace-nowrap">
              {code}
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={copy}>
          Copy
        </Button>
        <Button variant="secondary" onClick={download}>
          Download
        </Button>
        <Button variant="secondary" onClick={() => window.print()}>
          Print
        </Button>
        <Button className="ml-auto" onClick={onNext}>
          {next}
        </Button>
      </div>
    </div>
  );
}
