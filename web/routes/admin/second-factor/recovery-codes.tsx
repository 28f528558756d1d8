import { Button } from '#web/ui/button.tsx';
import { focusOnArrival } from '#web/ui/focus-on-arrival.ts';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { saveFile } from '#web/ui/save-file.ts';

interface RecoveryCodesProps {
  codes: string[];
  /** What comes next, as the button says it. */
  next: string;
  onNext: () => void;
}

/** The only time that recovery codes are shown. */
export function RecoveryCodes({ codes, next, onNext }: RecoveryCodesProps) {
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => notify.success('Copied', 'The recovery codes are in the clipboard.'),
      () =>
        notify.error('Not copied', 'The browser did not allow it. Download the codes or write them down.'),
    );
  return (
    <div ref={focusOnArrival} tabIndex={-1} className="grid gap-4">
      <Notice tone="warning" title="Save these recovery codes now">
        They are not shown again. Each signs you in once if you lose your phone; keep them apart from it.
      </Notice>
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
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={copy}>
          Copy
        </Button>
        <Button variant="secondary" onClick={() => download(codes)}>
          Download
        </Button>
        <Button className="ml-auto" onClick={onNext}>
          {next}
        </Button>
      </div>
    </div>
  );
}

function download(codes: string[]): void {
  const text = `Tezi: recovery codes of an administrator. Each works once.\n\n${codes.join('\n')}\n`;
  saveFile('tezi-recovery-codes.txt', new Blob([text], { type: 'text/plain' }));
}
