/** The numbered revisions of one entity: 0 creates it, each later one changes all its fields. -1 is none. */
export interface Progress {
  /** The highest revision that a client has sent. */
  sent: number;
  /** The highest revision that the server has acknowledged. */
  acknowledged: number;
}

/** A registered customer with a prepared checkout. */
interface Buyer {
  email: string;
  /** The headers of the customer's requests. */
  customer: Record<string, string>;
  /** Links the subscription to the customer. */
  customData: Record<string, string>;
}

/** A subscription: a revision is a webhook event about it, and one about a payment. */
export interface Subscription extends Buyer, Progress {
  number: number;
}

/** Everything that clients have sent to the server, and what it has acknowledged, across restarts. */
export interface Journal {
  /** By email: a revision is the name in the profile. */
  customers: Map<string, Progress>;
  /** By the name of the analyst, which is unique here. */
  signals: Map<string, Progress>;
  /** By number. */
  subscriptions: Map<number, Subscription>;
  /** Those whose last revision was not acknowledged, so that it has to be delivered again. */
  undelivered: Subscription[];
  /** Customers without a subscription. */
  buyers: Buyer[];
  /** The number of responses with each status; 0 counts connections that ended without a response. */
  statuses: Map<number, number>;
}

export const createJournal = (): Journal => ({
  customers: new Map(),
  signals: new Map(),
  subscriptions: new Map(),
  undelivered: [],
  buyers: [],
  statuses: new Map(),
});

export function countAcknowledged({ customers, signals, subscriptions }: Journal): number {
  const all = [...customers.values(), ...signals.values(), ...subscriptions.values()];
  return all.reduce((total, { acknowledged }) => total + acknowledged + 1, 0);
}
