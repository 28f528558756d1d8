import { DAY, HOUR } from '#core/server/platform/clock.ts';

/** A confirmed payment in the naive model. */
interface ModelPayment {
  id: string;
  interval: 'month' | 'year';
  start: number;
  end: number;
  isRemoved: boolean;
}

/** What a customer paid for, by the plainest rules: a list of spans that never overlap. */
export class NaiveCustomer {
  readonly payments: ModelPayment[] = [];
  isRenewing = true;

  confirm(id: string, interval: ModelPayment['interval'], now: number): void {
    const start = Math.max(now, ...this.#listEffective().map(({ end }) => end));
    this.payments.push({ id, interval, start, end: addNaively(start, interval), isRemoved: false });
    this.isRenewing = true;
  }

  remove(id: string, now: number): void {
    for (const payment of this.payments) if (payment.id === id) payment.isRemoved = true;
    let end = now;
    for (const payment of this.#listEffective()) {
      if (payment.start > now) {
        payment.start = end;
        payment.end = addNaively(end, payment.interval);
      }
      end = Math.max(end, payment.end);
    }
  }

  hasAccess(at: number): boolean {
    const graceMs = this.isRenewing ? 3 * DAY : 0;
    return this.#listEffective().some(({ start, end }) => start <= at && at < end + graceMs);
  }

  #listEffective(): ModelPayment[] {
    return this.payments.filter(({ isRemoved }) => !isRemoved).sort((a, b) => a.start - b.start);
  }
}

/** Counts days in Karachi until the same day of the next month or year, or its last day. */
function addNaively(start: number, interval: 'month' | 'year'): number {
  const wanted = interval === 'month' ? 1 : 12;
  const local = (at: number) => new Date(at + 5 * HOUR);
  const first = local(start);
  const toMonths = (date: Date) => date.getUTCFullYear() * 12 + date.getUTCMonth();
  let at = start;
  while (toMonths(local(at)) < toMonths(first) + wanted) at += DAY;
  // The first day of the month; then until the day, as far as the month has it.
  while (
    local(at).getUTCDate() < first.getUTCDate() &&
    toMonths(local(at + DAY)) === toMonths(first) + wanted
  )
    at += DAY;
  while (local(at).getUTCDate() > first.getUTCDate()) at -= DAY;
  return at;
}

/** A small generator of random numbers, the same for a seed. */
export function createRandom(seed: number): (max: number) => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return (max) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return Math.floor((((state ^ (state >>> 13)) >>> 0) / 2 ** 32) * max);
  };
}
