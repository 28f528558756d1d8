import { type ChangeEvent, useRef, useState } from 'react';
import { recordFiles } from '#core/contract/paths.ts';
import { getNow } from '#core/web/api/server-clock.ts';
import { Button } from '#core/web/ui/button.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { formatCount } from '#core/web/ui/format-count.ts';
import type { RecordReport } from '#features/ledger/contract/verify-record.mjs';

type Verification = typeof import('#features/ledger/contract/verify-record.mjs');

type State =
  | { kind: 'idle' }
  | { kind: 'running'; entries: number }
  | { kind: 'done'; isValid: boolean; sentences: string[] }
  | { kind: 'failed'; isUnsupported: boolean; message: string };

/** Verifies the record in the browser, with the same file that visitors download. `entries` is the number that is expected. */
export function VerifyRecord({ entries }: { entries: number }) {
  const [state, setState] = useState<State>({ kind: 'idle' });
  const fileInput = useRef<HTMLInputElement>(null);
  const isRunning = state.kind === 'running';

  async function run(copy: File | null) {
    setState({ kind: 'running', entries: 0 });
    setState(await verify(copy, (done) => setState({ kind: 'running', entries: done })));
  }

  function compare({ target }: ChangeEvent<HTMLInputElement>) {
    const copy = target.files?.[0];
    // The same file can be chosen again.
    target.value = '';
    if (copy) void run(copy);
  }

  return (
    <section aria-labelledby="verify" className="rounded-box border border-line bg-surface p-4">
      <h2 id="verify" className="text-lg">
        Verify it yourself
      </h2>
      <p className="mt-1 text-sm text-muted">
        Your browser downloads the record, calculates every hash and signature again, and compares the page of
        every public signal and the figures of the performance page with the record. To check that nothing was
        rewritten since an earlier day, compare with the heads, the record or the receipt of a signal that you
        saved then.
      </p>
      <p className="without-scripts mt-3 text-sm">
        Verification in the browser needs JavaScript. Use the script under “Files” instead.
      </p>
      <div className="with-scripts">
        <div className="needs-script mt-4 flex flex-wrap gap-3">
          <Button busy={isRunning} onClick={() => void run(null)}>
            Verify the record
          </Button>
          <Button variant="secondary" disabled={isRunning} onClick={() => fileInput.current?.click()}>
            Compare with a saved copy…
          </Button>
          <input
            ref={fileInput}
            type="file"
            accept=".json,.jsonl"
            aria-label="A copy of the record or of the heads, or a receipt"
            tabIndex={-1}
            className="sr-only"
            onChange={compare}
          />
        </div>
        {isRunning && <Progress done={state.entries} total={entries} />}
        <div aria-live="polite">
          <Result state={state} />
        </div>
      </div>
    </section>
  );
}

// Browsers need different selectors for the two parts of the bar.
const BAR =
  'h-2.5 w-full appearance-none overflow-hidden rounded-box border border-line-strong bg-sunken ' +
  '[&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent [&::-moz-progress-bar]:bg-accent';

function Progress({ done, total }: { done: number; total: number }) {
  return (
    <div className="mt-4 text-sm">
      <progress aria-label="Verified entries" value={done} max={Math.max(total, done)} className={BAR} />
      <p className="figures text-muted">
        {`${formatCount(done)} of ${formatCount(Math.max(total, done))} entries`}
      </p>
    </div>
  );
}

function Result({ state }: { state: State }) {
  if (state.kind === 'failed') {
    return (
      <Notice
        tone={state.isUnsupported ? 'warning' : 'danger'}
        title="The record could not be verified"
        className="mt-4"
      >
        {state.message}
      </Notice>
    );
  }
  if (state.kind !== 'done') return null;
  const [title, ...sentences] = state.sentences;
  return (
    <Notice tone={state.isValid ? 'info' : 'danger'} title={title} className="mt-4">
      {sentences.map((sentence) => (
        <p key={sentence} className="wrap-anywhere">
          {sentence}
        </p>
      ))}
    </Notice>
  );
}

/** Loads the verification and runs it, against a saved copy if there is one. */
async function verify(copy: File | null, onProgress: (entries: number) => void): Promise<State> {
  let verification: Verification | undefined;
  try {
    verification = (await import(/* @vite-ignore */ recordFiles.script)) as Verification;
    const { describeReport, readSavedCopy, verifySite } = verification;
    const now = getNow().getTime();
    const bytes = copy && new Uint8Array(await copy.arrayBuffer());
    const { saved, problem } = bytes ? await readSavedCopy(bytes, { now }) : { saved: [], problem: null };
    if (problem) {
      const place = problem.line === null ? '' : `Line ${problem.line}: `;
      return {
        kind: 'done',
        isValid: false,
        sentences: ['The saved copy is not valid.', place + problem.message],
      };
    }
    const report: RecordReport = await verifySite(window.location.href, { saved, onProgress, now });
    return { kind: 'done', isValid: report.isValid, sentences: describeReport(report) };
  } catch (error) {
    const isUnsupported = verification !== undefined && error instanceof verification.UnsupportedError;
    const message = verification && error instanceof Error ? error.message : LOADING_FAILED;
    return { kind: 'failed', isUnsupported, message };
  }
}

const LOADING_FAILED = 'The script could not be loaded. Check the connection and try again.';
