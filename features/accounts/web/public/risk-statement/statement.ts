/** The risk statement, a section of the terms. A change needs a new `RISK_STATEMENT_VERSION`, which customers are asked to accept. */
export const RISK_STATEMENT = [
  {
    title: 'You can lose money',
    text: 'Trading involves risk and may not be suitable for all investors. You can lose what you invest, and with borrowed money more than that.',
  },
  {
    title: 'Signals are opinions',
    text: 'A signal is an opinion about a price, published for all users alike. It is not personal advice: it takes neither your means nor your goals into account.',
  },
  {
    title: 'Results are not guaranteed',
    text: 'A target may never be reached. Past performance, including the record on this site, does not predict future results.',
  },
  {
    title: 'Orders may fill at other prices, or not at all',
    text: 'A price can open beyond a stop loss, or stay at its daily limit. Your loss can then be larger than planned. Your results also differ from the record by costs and taxes.',
  },
  {
    title: 'You decide',
    text: 'You decide on each of your trades and are responsible for it. Invest only what you can afford to lose, and ask a licensed adviser if you are in doubt.',
  },
] as const;
