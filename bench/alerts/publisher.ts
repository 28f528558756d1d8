const SIGNAL = {
  symbol: 'LUCK',
  signal_type: 'swing',
  entry_price: '471.00',
  stop_loss: '448.00',
  target_points: ['495.00', '518.00', '540.00'],
  override_reason: 'Made for a benchmark',
};
const ADMINISTRATOR = { username: 'admin', password: 'demo-admin-2026' };

export interface Publisher {
  /** Signs in again: an access token is valid for ten minutes. */
  signIn(): Promise<void>;
  /** Publishes a premium signal and returns its ID. */
  publish(): Promise<string>;
}

/** Creates the administrator who publishes signals on a demo. */
export function createPublisher(url: string): Publisher {
  let authorization = '';

  async function post(path: string, body: object) {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(authorization ? { authorization } : {}) },
      body: JSON.stringify(body),
    });
    const received = await response.text();
    if (!response.ok) throw new Error(`${path} responded ${response.status}: ${received}`);
    return JSON.parse(received);
  }

  return {
    async signIn() {
      authorization = '';
      const { tokens } = await post('/api/admin/auth/login/', ADMINISTRATOR);
      authorization = `Bearer ${tokens.access}`;
    },
    publish: async () => (await post('/api/admin/signals/', SIGNAL)).id,
  };
}
