import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatShortDate, type LocalDate } from '#core/contract/dates.ts';
import { SubmitForm, useSubmitForm } from '#core/web/admin/admin-forms.tsx';
import { createIdempotencyKey, OUTCOMES_KEY, useAdminQuery } from '#core/web/admin/admin-query.ts';
import { api } from '#core/web/api/api.ts';
import { Button } from '#core/web/ui/button.tsx';
import { CancelButton, Dialog } from '#core/web/ui/dialogs/dialog.tsx';
import { Notice } from '#core/web/ui/feedback/notice.tsx';
import { notify } from '#core/web/ui/feedback/notify.ts';
import { QueryResult } from '#core/web/ui/feedback/query-result.tsx';
import { SelectField } from '#core/web/ui/forms/select-field.tsx';
import { TextField } from '#core/web/ui/forms/text-field.tsx';
import { PakistanTime } from '#core/web/ui/times/pakistan-time.tsx';
import type { ListedAdminSignal } from '#features/signals/contract/publishing/signal-body.ts';
import {
  decideOutcome,
  listSignalDecisions,
  type OverrideDates,
  type SignalDecision,
  type VoidEffect,
} from '#features/signals/contract/track-record/decisions.ts';
import { ADMIN_SIGNALS_KEY } from '#features/signals/web/public/signal-keys.ts';
import { PriceField } from './level-fields.tsx';
import { describeDecision, describeEvaluated, useOutcomes } from './signal-table.tsx';

interface OutcomeDialogProps {
  signal: ListedAdminSignal;
  onClose: () => void;
}

/** Shows the outcome of a signal with the decisions about it, and lets an administrator decide. */
export function OutcomeDialog({ signal, onClose }: OutcomeDialogProps) {
  const decisions = useAdminQuery({
    queryKey: ['signal-decisions', signal.id],
    queryFn: () => api(listSignalDecisions, { params: { id: signal.id } }),
    // Another administrator may have decided since.
    staleTime: 0,
  });
  const evaluated = useEvaluatedResult(signal);
  return (
    <Dialog title={`Outcome of ${signal.symbol}`} onClose={onClose}>
      <div className="grid gap-4">
        <p>
          <span className="text-muted">Evaluated result: </span>
          <span className="font-medium">{evaluated}</span>
        </p>
        <QueryResult query={decisions} loading="Loading…">
          {({ results, override_dates, void_effect }) => (
            <>
              <Decisions decisions={results} />
              <DecisionForm
                signal={signal}
                current={getCurrent(results)}
                dates={override_dates}
                voidEffect={void_effect}
                onClose={onClose}
              />
            </>
          )}
        </QueryResult>
      </div>
    </Dialog>
  );
}

function useEvaluatedResult(signal: ListedAdminSignal): string {
  const { outcomes, isLoading, error } = useOutcomes([signal]);
  if (isLoading) return 'loading…';
  const evaluated = outcomes.get(signal.id)?.evaluated;
  if (evaluated) return describeEvaluated(evaluated);
  return error ? 'could not be loaded' : 'not evaluated yet';
}

const getCurrent = ([last]: readonly SignalDecision[]): SignalDecision | null =>
  last && last.kind !== 'withdraw' ? last : null;

function Decisions({ decisions }: { decisions: readonly SignalDecision[] }) {
  if (decisions.length === 0) return null;
  return (
    <section aria-label="Decisions">
      <ol className="grid gap-3 text-sm">
        {decisions.map((decision) => (
          <li key={`${decision.decided_at} ${decision.kind}`} className="border-s-2 border-line-strong ps-3">
            <span className="font-semibold">{describeDecision(decision)}</span> by{' '}
            <span>{decision.decided_by}</span>, <PakistanTime at={decision.decided_at} />
            <span className="block wrap-anywhere text-muted">{decision.reason}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

type Kind = SignalDecision['kind'];

/** What an administrator can decide. */
const CHOICES: Record<Kind, { label: string; submitLabel: string }> = {
  void: { label: 'Void the signal', submitLabel: 'Void Signal' },
  override: { label: 'Override the result', submitLabel: 'Override Result' },
  withdraw: { label: 'Withdraw the decision', submitLabel: 'Withdraw Decision' },
};

const VOID_EFFECTS: Record<VoidEffect, string> = {
  removed:
    'It could not have been filled yet: it leaves the figures, and is counted separately. From the open on, this cannot be changed.',
  kept: 'It could have been filled already: the signal keeps its result in the track record, marked as voided.',
  by_intraday_prices:
    'It was published in this session: the signal keeps its result in the track record, marked as voided, unless stored intraday prices show no trade since its publication. This cannot be changed.',
};

function describeConsequences(kind: Kind, voidEffect: VoidEffect): string {
  switch (kind) {
    case 'void':
      return `Visitors see the signal as void, with your reason. ${VOID_EFFECTS[voidEffect]}`;
    case 'override':
      return 'Visitors see this result next to the evaluated one, marked as overridden by an administrator, with your reason. The worse of both counts.';
    case 'withdraw':
      return 'Visitors see the evaluated result again. The decision stays in the history.';
  }
}

interface DecisionFormProps {
  signal: ListedAdminSignal;
  /** The decision that applies. */
  current: SignalDecision | null;
  /** Those that an override can have. */
  dates: OverrideDates;
  voidEffect: VoidEffect;
  onClose: () => void;
}

const RESULT_FIELDS = ['fill_price', 'exit_price', 'exit_date'] as const;

function DecisionForm({ signal, current, dates, voidEffect, onClose }: DecisionFormProps) {
  const queries = useQueryClient();
  const [kind, setKind] = useState<Kind>(current ? 'withdraw' : 'void');
  const [idempotencyKey] = useState(createIdempotencyKey);
  const isOverride = kind === 'override';
  const submission = useSubmitForm(
    isOverride ? ['reason', ...RESULT_FIELDS] : ['reason'],
    ({ reason, fill_price, exit_price, exit_date }) =>
      api(decideOutcome, {
        params: { id: signal.id },
        body: isOverride ? { kind, reason, fill_price, exit_price, exit_date } : { kind, reason },
        idempotencyKey,
      }),
    async (decision) => {
      const keys = [OUTCOMES_KEY, ADMIN_SIGNALS_KEY, ['signal-decisions', signal.id]];
      await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
      notify.success('Decision Saved', `${signal.symbol}: ${describeDecision(decision)}.`);
      onClose();
    },
  );
  const isPremium = signal.signal_type !== 'intraday';
  return (
    <SubmitForm submission={submission}>
      <SelectField
        label="Decision"
        autoFocus
        value={kind}
        options={Object.entries(CHOICES)
          .map(([value, { label }]) => ({ value, label }))
          .filter(({ value }) => value !== 'withdraw' || current)}
        onChange={(event) => setKind(event.target.value as Kind)}
      />
      {isOverride && (
        <div className="grid grid-cols-2 items-start gap-3">
          <PriceField label="Fill Price" name="fill_price" />
          <PriceField label="Exit Price" name="exit_price" />
          <div className="col-span-2">
            <TextField
              label="Exit Date"
              name="exit_date"
              type="date"
              required
              min={dates.first}
              max={dates.last_exit}
            />
          </div>
          <p className="col-span-2 text-sm text-muted">
            Prices at which the share traded: the fill{' '}
            <span>{describeDays(dates.first, dates.last_entry)}</span>, while the entry was valid, and the
            exit on its date, <span>{formatShortDate(dates.last_exit)}</span> at the latest. The result is not
            better than the best price path of the evaluation. After a bonus, right or split, enter prices of
            a share as published.
          </p>
        </div>
      )}
      <TextField
        label="Reason"
        name="reason"
        required
        maxLength={500}
        autoComplete="off"
        hint="Public, at least 10 characters."
      />
      <Notice tone="warning">
        <span>{describeConsequences(kind, voidEffect)}</span>
        <span>{isPremium && ' The signal is premium: visitors see this once its result is public.'}</span>
      </Notice>
      <div className="flex flex-wrap justify-end gap-2">
        <CancelButton />
        <Button type="submit" variant={kind === 'withdraw' ? 'primary' : 'danger'} busy={submission.isBusy}>
          {submission.isBusy ? 'Saving…' : CHOICES[kind].submitLabel}
        </Button>
      </div>
    </SubmitForm>
  );
}

const describeDays = (first: LocalDate, last: LocalDate) =>
  first === last
    ? `on ${formatShortDate(first)}`
    : `from ${formatShortDate(first)} to ${formatShortDate(last)}`;
