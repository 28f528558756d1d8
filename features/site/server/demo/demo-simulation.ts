/** The Paddle simulator as the demo's page uses it. It owns the demo's only clock. */
export interface DemoSimulation {
  /** Returns how far the clock is ahead of real time. */
  getClockOffsetMs(): number;
  /** Returns the next renewal of any subscription; `null` if none will renew. */
  getNextRenewal(): { at: Date; customerEmail: string } | null;
  /** Advances the clock, runs renewals and other due changes at their own times, and delivers their webhooks. */
  advanceTo(time: Date): Promise<void>;
  testCards: readonly { number: string; effect: string }[];
}
